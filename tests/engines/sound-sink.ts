import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startProgram } from './program.ts';

/** How loud a quarter of a second has to be to count as heard: -40 dB of full scale. */
const audible = 0.01;

/** How long a sound is waited for. */
const patienceMs = 15_000;

const sampleRate = 8000;

/** A sound card that nobody hears. Without one a browser's playback stands still. */
export interface SoundSink {
  /** What tells a program to play through it. */
  readonly env: Record<string, string>;
  /** Waits until a sound arrives. @throws when none does */
  hear(): Promise<void>;
  stop(): Promise<void>;
}

/** The root mean square of samples of 16 bits, 1 for a square wave at full scale. */
const levelOf = (bytes: Buffer): number => {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) sum += (bytes.readInt16LE(at) / 32_768) ** 2;
  return Math.sqrt(sum / (bytes.length / 2));
};

/**
 * Starts a PulseAudio with one null sink.
 *
 * @param folder a temporary folder, for its socket
 */
export async function startSoundSink(folder: string, env: NodeJS.ProcessEnv): Promise<SoundSink> {
  const socket = join(folder, 'pulse.sock');
  const daemon = startProgram(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--use-pid-file=no',
      '--exit-idle-time=-1',
      '--log-target=stderr',
      '--log-level=info',
      '--load=module-null-sink sink_name=ear',
      `--load=module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    ],
    env,
  );
  await daemon.waitForOutput(/Daemon startup complete/);
  const sinkEnv = { PULSE_SERVER: `unix:${socket}` };

  const hear = () =>
    new Promise<void>((resolve, reject) => {
      const format = ['--raw', '--format=s16le', '--channels=1', `--rate=${sampleRate}`];
      const ear = spawn('parec', ['--device=ear.monitor', '--latency-msec=50', ...format], {
        env: { ...env, ...sinkEnv },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const end = (outcome: () => void) => {
        clearTimeout(limit);
        ear.kill();
        outcome();
      };
      const limit = setTimeout(
        () => end(() => reject(new Error('Nothing was heard.'))),
        patienceMs,
      );
      const window = sampleRate / 2; // A quarter of a second, two bytes a sample.
      let heard = Buffer.alloc(0);
      ear.stdout.on('data', (chunk: Buffer) => {
        heard = Buffer.concat([heard, chunk]);
        for (; heard.length >= window; heard = heard.subarray(window)) {
          if (levelOf(heard.subarray(0, window)) > audible) end(resolve);
        }
      });
      ear.once('error', (error) => end(() => reject(error)));
    });

  return { env: sinkEnv, hear, stop: () => daemon.stop() };
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startProgram } from './program.ts';

/** Minimum level of a sound over a quarter of a second: -40 dB of full scale. */
const AUDIBLE_LEVEL = 0.01;

/** Maximum time to wait for a sound, in ms. */
const TIMEOUT_MS = 15_000;

const SAMPLE_RATE = 8000;

/** A virtual sound card. Without a sound card, playback in a browser does not progress. */
export interface SoundSink {
  /** Environment variables with which a program plays through this sound card. */
  readonly env: Record<string, string>;
  /** Waits until a sound is played. @throws after a time-out */
  waitForSound(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the root mean square of 16-bit samples, 1 for a square wave at full scale. */
const levelOf = (bytes: Buffer): number => {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) sum += (bytes.readInt16LE(at) / 32_768) ** 2;
  return Math.sqrt(sum / (bytes.length / 2));
};

/**
 * Starts PulseAudio with one null sink.
 *
 * @param folder a temporary folder for the socket
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
      '--load=module-null-sink sink_name=test_sink',
      `--load=module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    ],
    env,
  );
  await daemon.waitForOutput(/Daemon startup complete/);
  const sinkEnv = { PULSE_SERVER: `unix:${socket}` };

  const waitForSound = () =>
    new Promise<void>((resolve, reject) => {
      const format = ['--raw', '--format=s16le', '--channels=1', `--rate=${SAMPLE_RATE}`];
      const recorder = spawn(
        'parec',
        ['--device=test_sink.monitor', '--latency-msec=50', ...format],
        {
          env: { ...env, ...sinkEnv },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const end = (outcome: () => void) => {
        clearTimeout(limit);
        recorder.kill();
        outcome();
      };
      const limit = setTimeout(
        () => end(() => reject(new Error('No sound was played.'))),
        TIMEOUT_MS,
      );
      const window = SAMPLE_RATE / 2; // A quarter of a second, with two bytes per sample.
      let pending = Buffer.alloc(0);
      recorder.stdout.on('data', (chunk: Buffer) => {
        pending = Buffer.concat([pending, chunk]);
        for (; pending.length >= window; pending = pending.subarray(window)) {
          if (levelOf(pending.subarray(0, window)) > AUDIBLE_LEVEL) end(resolve);
        }
      });
      recorder.once('error', (error) => end(() => reject(error)));
    });

  return { env: sinkEnv, waitForSound, stop: () => daemon.stop() };
}

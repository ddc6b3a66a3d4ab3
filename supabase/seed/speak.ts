import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AUDIO_SAMPLE_RATE } from '../../packages/domain/src/limits.ts';
import { readWav } from '../../packages/voice/src/read-wav.ts';
import { resample } from '../../packages/voice/src/resample.ts';

/** A speaker, made of one of the voices of the speech program flite (Debian's package `flite`). */
export interface Speaker {
  readonly flite: 'slt' | 'rms' | 'awb' | 'kal16';
  /** Above 1 the voice is smaller and brighter, below 1 larger and darker. The speed stays. */
  readonly size: number;
  /** Above 1 is faster. */
  readonly pace: number;
}

const run = promisify(execFile);

/** Folders in which a recording `<name>.wav` takes the place of the synthetic speech of that name. */
const RECORDINGS = join(import.meta.dirname, 'recordings');

/** Silence that is left before and after the words, in seconds. */
const EDGE = 0.15;

/** Share of the highest peak below which a sample counts as silence. */
const QUIET = 0.02;

/**
 * Reads the recording of a clip; without one, synthesises the text.
 *
 * @param name of the clip, and of the recording
 * @returns one channel at AUDIO_SAMPLE_RATE, without silence at the edges
 * @throws when there is neither a recording nor the program flite
 */
export async function speak(name: string, text: string, speaker: Speaker): Promise<Float32Array> {
  const recording = await readFile(join(RECORDINGS, `${name}.wav`)).catch(ignoreMissing);
  const { samples, sampleRate } = readWav(recording ?? (await synthesise(text, speaker)));
  const size = recording ? 1 : speaker.size;
  return trim(resample(samples, Math.round(sampleRate * size), AUDIO_SAMPLE_RATE));
}

async function synthesise(text: string, { flite, size, pace }: Speaker): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'speech-'));
  try {
    const file = join(folder, 'speech.wav');
    const stretch = `duration_stretch=${(size / pace).toFixed(3)}`;
    await run('flite', ['-voice', flite, '--setf', stretch, '-t', text, '-o', file]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function trim(samples: Float32Array): Float32Array {
  const highest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const isLoud = (sample: number) => Math.abs(sample) > QUIET * highest;
  const edge = Math.round(EDGE * AUDIO_SAMPLE_RATE);
  const start = Math.max(0, samples.findIndex(isLoud) - edge);
  return samples.slice(start, samples.findLastIndex(isLoud) + edge);
}

function ignoreMissing(cause: NodeJS.ErrnoException): null {
  if (cause.code === 'ENOENT') return null;
  throw cause;
}

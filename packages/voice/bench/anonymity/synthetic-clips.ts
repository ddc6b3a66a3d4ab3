import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { randomFor, type Random } from '../../../../supabase/seed/random.ts';
import { readWav } from '../../src/read-wav.ts';
import { resample } from '../../src/resample.ts';
import { writeWav } from '../../src/write-wav.ts';
import { sentence } from './sentences.ts';
import type { Speaker, Synthesis } from './speakers.ts';

/** The rate of all clips, in Hz: that of flite's voices, and enough for speech recognition. */
export const CLIP_RATE = 16_000;

/** Sentences of a clip. Some eight seconds: a short post, and a long sample for a verifier. */
const SENTENCES = 2;

/** The folder that keeps clips between runs. */
const CACHE = join(import.meta.dirname, '../../../../.cache/synthetic-speech');

/** Changed when `record` changes, or anything else that is not part of a clip's description. */
const VERSION = 1;

/** Noise of the room and the microphone, in dB below the voice's peak. */
const QUIETEST_ROOM = 62;
const LOUDEST_ROOM = 48;

/** The range of the tilt that microphones and distances give a voice, as a one-tap filter. */
const TILT = 0.2;

type SpokenClip = { samples: Float32Array<ArrayBuffer>; text: string };

const exec = promisify(execFile);

/**
 * Returns one clip of a speaker, at `CLIP_RATE`: synthesises it at the first call, and reads it from the cache later.
 *
 * @throws when the program that synthesises it is not installed
 */
export async function syntheticClip(speaker: Speaker, clip: number): Promise<SpokenClip> {
  const random = randomFor(`${speaker.name} ${clip}`);
  const text = Array.from({ length: SENTENCES }, () => sentence(random)).join(' ');
  const synthesis = speaker.speak(clip, random);
  const description = JSON.stringify([VERSION, speaker.name, clip, synthesis, text]);
  const name = createHash('sha256').update(description).digest('hex').slice(0, 24);
  const file = join(CACHE, `${name}.wav`);
  try {
    return { samples: readWav(await readFile(file)).samples, text };
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error;
  }
  await mkdir(CACHE, { recursive: true });
  const temporary = join(CACHE, `${name}.${process.pid}.wav`);
  const { samples, sampleRate } = await synthesise(synthesis, text, temporary);
  const recorded = record(resample(samples, sampleRate, CLIP_RATE), random);
  await writeFile(temporary, writeWav(recorded, CLIP_RATE));
  await rename(temporary, file);
  return { samples: readWav(await readFile(file)).samples, text };
}

async function synthesise(how: Synthesis, text: string, file: string) {
  if (how.by === 'espeak-ng') {
    const voice = ['-v', how.voice, '-p', `${how.pitch}`, '-s', `${how.pace}`];
    await exec('espeak-ng', [...voice, '-w', file, text]);
  } else if (how.by === 'flite') {
    const melody = ['--setf', `int_f0_target_mean=${how.pitch}`];
    const pace = ['--setf', `duration_stretch=${how.stretch.toFixed(3)}`];
    await exec('flite', ['-voice', how.voice, ...melody, ...pace, '-t', text, '-o', file]);
  } else {
    const commands = `(voice_${how.voice}) (Parameter.set 'Duration_Stretch ${how.stretch.toFixed(3)})`;
    const speech = `(utt.save.wave (utt.synth (Utterance Text "${text}")) "${file}" 'riff)`;
    await exec('festival', ['-b', `(begin ${commands} ${speech})`]);
  }
  return readWav(await readFile(file));
}

/** Simulates a microphone in a room: a level, tilt and noise for each clip. */
function record(voice: Float32Array, random: Random): Float32Array<ArrayBuffer> {
  let peak = 0;
  for (const sample of voice) peak = Math.max(peak, Math.abs(sample));
  const gain = (0.2 + 0.6 * random()) / Math.max(peak, 1e-9);
  const tilt = TILT * (2 * random() - 1);
  const noise =
    gain * peak * 10 ** (-(LOUDEST_ROOM + random() * (QUIETEST_ROOM - LOUDEST_ROOM)) / 20);
  let last = 0;
  return Float32Array.from(voice, (sample) => {
    const tilted = (sample - tilt * last) * gain;
    last = sample;
    return Math.max(-1, Math.min(1, tilted + noise * 2 * (random() - 0.5)));
  });
}

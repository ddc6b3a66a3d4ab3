import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeWav } from '../../src/write-wav.ts';
import { mask, type MaskId } from './masks.ts';
import { SPEAKERS } from './speakers.ts';
import { CLIP_RATE, syntheticClip } from './synthetic-clips.ts';

export const RECOGNIZER = 'pocketsphinx_continuous';

/** The speakers whose voices were recorded of people, of which the recogniser understands most. */
const RECOGNIZED = new Set(['slt', 'rms', 'kal16']);

const exec = promisify(execFile);

/** How many words were said, and how many of them a recogniser got wrong, left out or added. */
export type WordErrors = { words: number; errors: number };

/** What an offline recogniser, without any knowledge of the texts, makes of a few masked clips. */
export async function wordErrors(id: MaskId): Promise<WordErrors> {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-words-'));
  try {
    let words = 0;
    let errors = 0;
    for (const speaker of SPEAKERS.filter(({ name }) => RECOGNIZED.has(name))) {
      const { samples, text } = await syntheticClip(speaker, 0);
      const file = join(folder, `${speaker.name}.wav`);
      const masked = mask(samples, CLIP_RATE, id, `${id} ${speaker.name} words`);
      await writeFile(file, writeWav(masked, CLIP_RATE));
      const { stdout } = await exec(RECOGNIZER, ['-infile', file, '-logfn', '/dev/null']);
      const said = wordsOf(text);
      words += said.length;
      errors += wordDistance(said, wordsOf(stdout));
    }
    return { words, errors };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z']+/g) ?? [];

/** The least number of words that are replaced, left out or added to get from one text to another (Levenshtein). */
export function wordDistance(said: readonly string[], heard: readonly string[]): number {
  let row = heard.map((_, i) => i + 1);
  said.forEach((word, i) => {
    let diagonal = i;
    let left = i + 1;
    row = row.map((above, j) => {
      const value = Math.min(above + 1, left + 1, diagonal + (word === heard[j] ? 0 : 1));
      diagonal = above;
      left = value;
      return value;
    });
  });
  return row.at(-1) ?? said.length;
}

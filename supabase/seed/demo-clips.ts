import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DropName } from './drops.ts';
import { demoClips } from './demo-clips.gen.ts';
import type { AnswerName } from './spoken-answers.ts';

/** The demo's clips, made by `npm run sample-clips`: what drops and answers say, masked, levelled and encoded. */
export const DEMO_CLIPS = join(import.meta.dirname, 'clips');

/** Reads the clip of a drop or an answer of the demo: an MP3 file, its duration in seconds and its peaks. */
export async function readDemoClip(name: DropName | AnswerName) {
  return { bytes: await readFile(join(DEMO_CLIPS, `${name}.mp3`)), ...demoClips[name] };
}

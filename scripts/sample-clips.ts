// npm run sample-clips: makes the clips of the demo, and those of the landing page, each with and without its
// voice filter. It needs ffmpeg and the speech program flite, or recordings: see docs/sample-clips.md.
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { VoiceFilterId } from '../packages/voice/src/filter-ids.ts';
import { readMp3Format } from '../packages/voice/src/read-mp3-format.ts';
import { DEMO_CLIPS } from '../supabase/seed/demo-clips.ts';
import { dropNames, drops } from '../supabase/seed/drops.ts';
import { encodeClip } from '../supabase/seed/make-clip.ts';
import { people } from '../supabase/seed/people.ts';
import { speak, type Speaker } from '../supabase/seed/speak.ts';
import { speech } from '../supabase/seed/speech.ts';
import { spokenAnswers } from '../supabase/seed/spoken-answers.ts';
import { root } from './lib/run.ts';

const samples: { filter: VoiceFilterId; speaker: Speaker; text: string }[] = [
  {
    filter: 'veil',
    speaker: { flite: 'slt', size: 0.97, pace: 0.92 },
    text: 'I still put two cups out. Every morning. I only notice when the water boils.',
  },
  {
    filter: 'vintage',
    speaker: { flite: 'rms', size: 0.98, pace: 0.95 },
    text: 'Grandfather’s weather report. His knee says rain, but late, and not for long.',
  },
  {
    filter: 'robot',
    speaker: { flite: 'awb', size: 1, pace: 0.95 },
    text: 'I told them I quit. I was fired. I said it twice, so that it would be true.',
  },
  {
    filter: 'chipmunk',
    speaker: { flite: 'slt', size: 1.05, pace: 1 },
    text: 'Mum, the plant is alive! It has a leaf. I am sending you a picture of the leaf.',
  },
];

const folder = join(root, 'apps/web/public/samples');
await mkdir(folder, { recursive: true });
const clips: Record<string, { duration: number; peaks: number[] }> = {};
for (const { filter, speaker, text } of samples) {
  const spoken = await speak(`landing-${filter}`, text.replaceAll('’', "'"), speaker);
  const versions = [
    [filter, filter],
    [`${filter}-original`, 'original'],
  ] as const;
  for (const [name, applied] of versions) {
    const { bytes, duration, peaks } = await encodeClip(spoken, applied, text, 'audio/mpeg');
    await writeFile(join(folder, `${name}.mp3`), bytes);
    clips[name] = { duration: Number(duration.toFixed(2)), peaks };
  }
}
await writeFile(
  join(root, 'apps/web/src/features/marketing/sample-clips.gen.ts'),
  `// Made by npm run sample-clips. Seconds, and peaks from 0 to 100.\nexport const sampleClips = ${JSON.stringify(clips)};\n`,
);

/** Enough for synthetic speech, whose rate is 16 kHz, and little enough for a repository. */
const DEMO_QUALITY = ['-ar', '22050', '-b:a', '24k'];
/** Only the frame with the length, and no tags. */
const WITHOUT_TAGS = ['-map_metadata', '-1', '-id3v2_version', '0', '-fflags', '+bitexact'];

const run = promisify(execFile);
await mkdir(DEMO_CLIPS, { recursive: true });
const demo: Record<string, { duration: number; peaks: number[] }> = {};
const orders = [
  ...dropNames.map((name) => {
    const { by, filter, title } = drops[name];
    return { name, by, filter, text: speech[name], about: title };
  }),
  ...Object.entries(spokenAnswers).map(([name, { by, filter, text }]) => {
    return { name, by, filter, text, about: text };
  }),
];
for (const { name, by, filter, text, about } of orders) {
  const spoken = await speak(name, text.replaceAll('’', "'"), people[by].speaker);
  const { bytes, peaks } = await encodeClip(spoken, filter, about, 'audio/wav');
  const file = join(DEMO_CLIPS, `${name}.mp3`);
  const wav = join(DEMO_CLIPS, `${name}.wav`);
  await writeFile(wav, bytes);
  await run('ffmpeg', ['-v', 'error', '-y', '-i', wav, ...DEMO_QUALITY, ...WITHOUT_TAGS, file]);
  await rm(wav);
  demo[name] = { duration: readMp3Format(await readFile(file)).duration, peaks };
}
await writeFile(
  join(root, 'supabase/seed/demo-clips.gen.ts'),
  `// Made by npm run sample-clips. Seconds, and peaks from 0 to 100.\nexport const demoClips = ${JSON.stringify(demo)};\n`,
);

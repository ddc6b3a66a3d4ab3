// npm run sample-clips: generates the landing page's clips with this project's own voice filters.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VoiceFilterId } from '../packages/voice/src/filter-ids.ts';
import { makeClip } from '../supabase/seed/make-clip.ts';
import type { Voice } from '../supabase/seed/utterance.ts';
import { root } from './lib/run.ts';

const voices: { filter: VoiceFilterId; voice: Voice; seconds: number }[] = [
  {
    filter: 'veil',
    voice: { pitch: 118, tract: 1, pace: 0.9, liveliness: 3, breath: 0.35 },
    seconds: 3.4,
  },
  {
    filter: 'vintage',
    voice: { pitch: 104, tract: 1.02, pace: 0.85, liveliness: 4, breath: 0.2 },
    seconds: 3.1,
  },
  {
    filter: 'robot',
    voice: { pitch: 136, tract: 0.97, pace: 1, liveliness: 3, breath: 0.1 },
    seconds: 2.9,
  },
  {
    filter: 'chipmunk',
    voice: { pitch: 205, tract: 0.87, pace: 1.1, liveliness: 6, breath: 0.25 },
    seconds: 3.6,
  },
];

const folder = join(root, 'apps/web/public/samples');
await mkdir(folder, { recursive: true });
const clips: Record<string, { duration: number; peaks: number[] }> = {};
for (const { filter, voice, seconds } of voices) {
  const order = { voice, seconds, about: filter, filter, type: 'audio/mpeg' } as const;
  const { bytes, duration, peaks } = await makeClip(order);
  await writeFile(join(folder, `${filter}.mp3`), bytes);
  clips[filter] = { duration: Number(duration.toFixed(2)), peaks };
}
await writeFile(
  join(root, 'apps/web/src/features/marketing/sample-clips.gen.ts'),
  `// Made by npm run sample-clips. Seconds, and peaks from 0 to 100.\nexport const sampleClips = ${JSON.stringify(clips)};\n`,
);

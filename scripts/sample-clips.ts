// npm run sample-clips: generates the landing page's clips with this project's own voice filters.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measurePeaks } from '../packages/voice/src/peaks.ts';
import { resample } from '../packages/voice/src/resample.ts';
import { filterSamples } from '../packages/voice/src/filter-samples.ts';
import type { VoiceFilterId } from '../packages/voice/src/filter-ids.ts';
import { writeWav } from '../packages/voice/src/write-wav.ts';
import { babble } from '../supabase/seed/babble.ts';
import type { Voice } from '../supabase/seed/utterance.ts';
import { root } from './lib/run.ts';

/** The sample rates in Hz at which a voice is generated, and at which the clips are served. */
const sampleRate = 44_100;
const sentSampleRate = 16_000;

const voices: { filter: VoiceFilterId; voice: Voice; seconds: number }[] = [
  {
    filter: 'deep',
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
  const spoken = babble(seconds, voice, filter, sampleRate);
  const masked = filterSamples(spoken, sampleRate, filter);
  const samples = resample(masked, sampleRate, sentSampleRate);
  await writeFile(join(folder, `${filter}.wav`), writeWav(samples, sentSampleRate));
  clips[filter] = {
    duration: Number((samples.length / sentSampleRate).toFixed(2)),
    peaks: measurePeaks(masked),
  };
}
await writeFile(
  join(root, 'apps/web/src/features/marketing/sample-clips.gen.ts'),
  `// Made by npm run sample-clips. Seconds, and peaks from 0 to 100.\nexport const sampleClips = ${JSON.stringify(clips)};\n`,
);

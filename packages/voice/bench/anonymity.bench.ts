// node packages/voice/bench/anonymity.bench.ts [--quick] [--only veil,mcadams]
// How well each voice filter hides who speaks, beside the baseline B2 of the VoicePrivacy Challenge:
// what the best inverse gives back, how often a speaker verifier errs, and how much is still understood.
// --quick takes fewer and shorter clips; --only names what is measured.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { installDebianPackages, which } from '../../../scripts/lib/debian-packages.ts';
import type { Rate } from './anonymity/equal-error-rate.ts';
import type { Job, Result } from './anonymity/job.ts';
import { linking, type Linking } from './anonymity/linking.ts';
import { MASK_IDS, type MaskId } from './anonymity/masks.ts';
import { speakersOf, type Extent, type SpeakerClip } from './anonymity/measures.ts';
import { RECOGNIZER } from './anonymity/recognized-words.ts';
import { runJobs } from './anonymity/run-jobs.ts';
import { syntheticClip } from './anonymity/synthetic-clips.ts';

const WHOLE: Extent = { speakers: 40, clips: 8, seconds: 8, inverses: 4, understood: 8 };
const QUICK: Extent = { speakers: 24, clips: 6, seconds: 6, inverses: 2, understood: 4 };

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    words: { type: 'boolean', default: false },
  },
});
const extent = options.quick ? QUICK : WHOLE;
const wanted = options.only?.split(',');
const ids = MASK_IDS.filter((id) => !wanted || wanted.includes(id));
const withWords = (!options.quick || options.words) && which(RECOGNIZER) !== null;

const started = performance.now();
await installSpeech();
for (const part of ['training', 'test'] as const) {
  for (const speaker of speakersOf(part, extent.speakers)) {
    for (let clip = 0; clip < extent.clips; clip++) await syntheticClip(speaker, clip);
  }
}
console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
console.log(
  `${2 * extent.speakers} synthetic speakers, ${extent.clips} clips of ${extent.seconds} s of each, half of the speakers for training\n`,
);

const jobs: Job[] = [
  ...ids.map((id): Job => ({ kind: 'inverse', id, extent })),
  { kind: 'inverse', id: 'chance', extent },
  ...Array.from(
    new Set<MaskId>(['original', ...ids]),
    (id): Job => ({ kind: 'linking', id, extent }),
  ),
  ...(withWords ? ids.map((id): Job => ({ kind: 'words', id, extent })) : []),
  ...ids.map((id): Job => ({ kind: 'understanding', id, extent })),
];
const results = await runJobs(jobs);
report(results);
console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s`);

async function installSpeech(): Promise<void> {
  if (['espeak-ng', 'flite', 'festival'].every((name) => which(name))) return;
  const packages = ['espeak-ng', 'flite', 'festival', 'festvox-kallpc16k', 'festvox-us-slt-hts'];
  const problem = await installDebianPackages(packages);
  if (problem) throw new Error(`No speech can be synthesised: ${problem}.`);
}

function report(results: readonly Result[]): void {
  console.log(
    '            inverse of   in                linking: equal error rate in % of an attacker who            understood   words',
  );
  console.log(
    '              waveform   pieces  cepstra    knows nothing    knows the filter  trained on masked   clean  noisy  wrong',
  );
  const originals = clipsOf(results, 'original');
  for (const id of [...ids, 'chance'] as const) {
    const inverse = results.flatMap((result) =>
      result.kind === 'inverse' && result.id === id ? result.found : [],
    );
    const columns = [
      id.padEnd(12),
      mean(inverse.map(({ waveform }) => waveform)).padStart(10),
      mean(inverse.map(({ pieces }) => pieces)).padStart(8),
      mean(inverse.map(({ cepstra }) => cepstra)).padStart(8),
    ];
    if (id !== 'chance') {
      const links: Linking = linking(originals, clipsOf(results, id));
      columns.push(
        percent(links.knowsNothing),
        percent(links.knowsFilter),
        percent(links.trainedOnMasked),
      );
      const understood = results.flatMap((result) =>
        result.kind === 'understanding' && result.id === id ? result.found : [],
      );
      columns.push(
        mean(understood.map(({ clean }) => clean)).padStart(7),
        mean(understood.map(({ noisy }) => noisy)).padStart(6),
      );
      for (const result of results) {
        if (result.kind === 'words' && result.id === id) {
          columns.push(
            `${((100 * result.found.errors) / result.found.words).toFixed(0)} %`.padStart(6),
          );
        }
      }
    }
    console.log(columns.join(' '));
  }
}

function clipsOf(results: readonly Result[], id: MaskId): SpeakerClip[] {
  return results.flatMap((result) =>
    result.kind === 'linking' && result.id === id ? result.clips : [],
  );
}

function mean(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
}

function percent({ rate, low, high }: Rate): string {
  const text = [rate, low, high].map((value) => (100 * value).toFixed(1));
  return `${text[0]} (${text[1]}-${text[2]})`.padStart(18);
}

// node packages/voice/bench/anonymity.bench.ts [--quick] [--only veil,robot] [--write]
// Measures how well each voice filter hides the speaker, in comparison with the baseline B2 of the VoicePrivacy
// Challenge: how much of the voice the best inverse recovers, how often a speaker verifier errs, and how
// much is still understood. The decision page "Veil" describes the method.
//
// --quick measures fewer and shorter clips, --only selects filters, --write stores the figures in
// anonymity.gen.ts.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { machine } from '../../../scripts/lib/bench/machine.ts';
import { installDebianPackages, which } from '../../../scripts/lib/debian-packages.ts';
import type { Job } from './anonymity/job-thread.ts';
import { MASK_IDS, type MaskId } from './anonymity/masks.ts';
import { speakersOf, type Extent } from './anonymity/measures.ts';
import { printSummaries } from './anonymity/report.ts';
import { runJobs } from './anonymity/run-jobs.ts';
import { summarize, summarizeInverses } from './anonymity/summary.ts';
import { syntheticClip } from './anonymity/synthetic-clips.ts';
import { writeFigures } from './anonymity/write-figures.ts';

const WHOLE: Extent = { speakers: 40, clips: 8, seconds: 8, inverses: 4, understood: 8 };
const QUICK: Extent = { speakers: 24, clips: 6, seconds: 6, inverses: 2, understood: 4 };

const SYNTHESIZERS = ['espeak-ng', 'flite', 'festival'];
const SPEECH_PACKAGES = [...SYNTHESIZERS, 'festvox-kallpc16k', 'festvox-us-slt-hts'];

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
if (options.write && (options.quick || options.only)) {
  throw new Error('--write stores the figures of a whole run, so it excludes --quick and --only.');
}
const only = options.only?.split(',');
const ids = MASK_IDS.filter((id) => !only || only.includes(id));
const extent = options.quick ? QUICK : WHOLE;

/** Synthesises all clips into the cache of the threads. */
async function prepareClips(): Promise<void> {
  const wanted = [
    ...speakersOf('training', extent.speakers),
    ...speakersOf('test', extent.speakers),
  ];
  const prepare = async () => {
    for (let speaker = wanted.shift(); speaker; speaker = wanted.shift()) {
      for (let clip = 0; clip < extent.clips; clip++) await syntheticClip(speaker, clip);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, prepare));
}

async function measure(): Promise<void> {
  const started = performance.now();
  await prepareClips();
  const linked = [...new Set<MaskId>(['original', ...ids])];
  const results = await runJobs([
    ...linked.map((id): Job => ({ kind: 'linking', id, extent })),
    ...ids.map((id): Job => ({ kind: 'inverse', id, extent })),
    { kind: 'inverse', id: 'chance', extent },
    ...ids.map((id): Job => ({ kind: 'understanding', id, extent })),
  ]);
  const summaries = ids.map((id) => summarize(results, id));

  const { speakers, clips, seconds, inverses, understood } = extent;
  console.log(machine());
  console.log(
    `${speakers} synthetic speakers to train on and ${speakers} others to identify, ${clips} clips of at most ${seconds} s of each;\n` +
      `inverses of ${inverses} clips, understanding of ${understood}. Real speakers differ in more ways, and vary more between\n` +
      'clips; a verifier that is trained on many hours of real voices would identify more of them.\n',
  );
  printSummaries(summaries, summarizeInverses(results, 'chance'));
  console.log(`Measured in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  if (options.write) await writeFigures(summaries);
}

const isInstalled = SYNTHESIZERS.every((name) => which(name));
const problem = isInstalled ? null : await installDebianPackages(SPEECH_PACKAGES);
if (problem) console.log(`No speech can be synthesised: ${problem}.`);
else await measure();

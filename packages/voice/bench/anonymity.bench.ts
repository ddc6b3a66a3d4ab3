// node packages/voice/bench/anonymity.bench.ts [--quick] [--words] [--only veil,robot] [--write]
// How well each voice filter hides who speaks, beside the baseline B2 of the VoicePrivacy Challenge: what
// the best inverse gives back, how often a speaker verifier errs, how much is still understood, what it
// costs; and whether Veil reaches its goals. The decision page "Veil" says how and why.
//
// --quick takes fewer and shorter clips and leaves out words (unless asked for by --words) and costs, --only
// names what is measured, --write keeps the figures in anonymity.gen.ts.
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { installDebianPackages, which } from '../../../scripts/lib/debian-packages.ts';
import { costsOf, type Cost } from './anonymity/cost.ts';
import { goalsOf } from './anonymity/goals.ts';
import type { Job } from './anonymity/job.ts';
import { MASK_IDS, type MaskId } from './anonymity/masks.ts';
import { speakersOf, type Extent } from './anonymity/measures.ts';
import { RECOGNIZER } from './anonymity/recognized-words.ts';
import {
  classTable,
  costTable,
  goalTable,
  inverseTable,
  linkingTable,
  understandingTable,
} from './anonymity/report.ts';
import { runJobs } from './anonymity/run-jobs.ts';
import { summarize, summarizeInverses } from './anonymity/summary.ts';
import { syntheticClip } from './anonymity/synthetic-clips.ts';
import { writeFigures } from './anonymity/write-figures.ts';

const WHOLE: Extent = { speakers: 40, clips: 8, seconds: 8, inverses: 4, understood: 8 };
const QUICK: Extent = { speakers: 24, clips: 6, seconds: 6, inverses: 2, understood: 4 };

const SYNTHESIZERS = ['espeak-ng', 'flite', 'festival'];
const SPEECH_PACKAGES = [...SYNTHESIZERS, 'festvox-kallpc16k', 'festvox-us-slt-hts'];
const RECOGNIZER_PACKAGES = ['pocketsphinx', 'pocketsphinx-en-us'];

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    words: { type: 'boolean', default: false },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
if (options.write && (options.quick || options.only)) {
  throw new Error('--write keeps the figures of a whole run: without --quick and --only.');
}
const only = options.only?.split(',');
const ids = MASK_IDS.filter((id) => !only || only.includes(id));
const extent = options.quick ? QUICK : WHOLE;

/** Installs what is missing of some programs. @returns why they could not be; null when they are here */
async function install(
  programs: readonly string[],
  packages: readonly string[],
): Promise<string | null> {
  return programs.every((name) => which(name)) ? null : installDebianPackages(packages);
}

/** Has all clips synthesised, so that threads find them in the cache. */
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
  const withWords = !options.quick || options.words;
  const noWords = withWords ? await install([RECOGNIZER], RECOGNIZER_PACKAGES) : 'not asked for';
  await prepareClips();
  const linked = [...new Set<MaskId>(['original', ...ids])];
  const results = await runJobs([
    ...(noWords ? [] : ids.map((id): Job => ({ kind: 'words', id, extent }))),
    ...linked.map((id): Job => ({ kind: 'linking', id, extent })),
    ...ids.map((id): Job => ({ kind: 'inverse', id, extent })),
    { kind: 'inverse', id: 'chance', extent },
    ...ids.map((id): Job => ({ kind: 'understanding', id, extent })),
  ]);
  const costs = options.quick ? new Map<MaskId, Cost>() : await costsOf(ids);
  const summaries = ids.map((id) => summarize(results, id, costs.get(id) ?? null));

  const { speakers, clips, seconds, inverses, understood } = extent;
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
  console.log(
    `${speakers} synthetic speakers to train on and ${speakers} others to tell apart, ${clips} clips of at most ${seconds} s of each;\n` +
      `inverses of ${inverses} clips, understanding of ${understood}. Real speakers differ from each other in more ways, and from\n` +
      'themselves as well: a verifier made of many hours of real voices would find more of them.\n',
  );
  console.log(`${inverseTable(summaries, summarizeInverses(results, 'chance'))}\n`);
  console.log(`${linkingTable(summaries)}\n`);
  console.log(`${understandingTable(summaries)}\n`);
  if (noWords) console.log(`Words were left out: ${noWords}.\n`);
  if (costs.size > 0) console.log(`${costTable(summaries)}\n`);
  console.log(`${classTable(summaries)}\n`);
  console.log(goalTable(goalsOf(new Map(summaries.map((summary) => [summary.id, summary])))));
  console.log(`\nMeasured in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  if (options.write) await writeFigures(summaries);
}

const noSpeech = await install(SYNTHESIZERS, SPEECH_PACKAGES);
if (noSpeech) console.log(`Left out, as no speech can be synthesised: ${noSpeech}.`);
else await measure();

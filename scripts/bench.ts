// npm run bench: runs all benchmarks. Each prints the machine, and compares figures within its own run.
import { run } from './lib/run.ts';

const benchmarks = [
  'packages/voice/bench/filters.bench.ts',
  'packages/voice/bench/loudness.bench.ts',
  'packages/voice/bench/anonymity.bench.ts',
  'apps/backend/bench/rest.bench.ts',
  'apps/backend/bench/saturation.bench.ts',
  'apps/backend/bench/contention.bench.ts',
  'apps/backend/bench/flood.bench.ts',
  'apps/backend/bench/scale.bench.ts',
  'apps/backend/bench/following.bench.ts',
  'apps/backend/bench/reaction.bench.ts',
  'apps/backend/bench/new-drop.bench.ts',
  'apps/backend/bench/realtime.bench.ts',
  'apps/backend/bench/sign-in.bench.ts',
  'apps/backend/bench/storage.bench.ts',
  'tests/e2e/bench/feed-scroll.bench.ts',
  'tests/e2e/bench/first-opening.bench.ts',
  'tests/e2e/bench/slow-connection.bench.ts',
  'tests/e2e/bench/posting.bench.ts',
  'tests/e2e/bench/data-export.bench.ts',
  'tests/e2e/bench/phone.bench.ts',
];

let exitCode = 0;
for (const benchmark of benchmarks) {
  console.log(`\n${benchmark}`);
  // One that fails does not keep the others from running.
  exitCode = (await run('node', [benchmark])) || exitCode;
}
process.exit(exitCode);

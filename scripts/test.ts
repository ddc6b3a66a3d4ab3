// npm test: static checks, tests of the web app and of the backend, and journeys through both in
// browsers; `npm test -- web` runs a part. Prints last the slowest files, what failed, and the number
// of tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepTemporaryFilesInMemory } from '../tests/support/src/scratch-folder.ts';
import { testParts, type PartResult } from './lib/test-parts.ts';

/** How many of a part's files are named at the end. */
const slowest = 10;

/** How much of a failure is repeated at the end, below the whole of what the suites printed. */
const linesOfFailure = 30;

const seconds = (milliseconds: number): string =>
  `${(milliseconds / 1000).toFixed(1)} s`.padStart(8);

const names = Object.keys(testParts);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part of the tests called ${unknown.join(', ')}: ${names.join(', ')}.`);
  process.exit(1);
}

keepTemporaryFilesInMemory();
const folder = await mkdtemp(join(tmpdir(), 'undertone-reports-'));
const begun = performance.now();
const results: (PartResult & { name: string; milliseconds: number })[] = [];
for (const [name, runPart] of Object.entries(testParts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}`);
  const partBegun = performance.now();
  const result = await runPart(folder);
  results.push({ ...result, name, milliseconds: performance.now() - partBegun });
}
await rm(folder, { recursive: true });

console.log('\nWhat took longest');
for (const { name, milliseconds, passed, failures, timed } of results) {
  console.log(`\n${seconds(milliseconds)}  ${name}: ${passed} passed, ${failures.length} failed`);
  const longest = timed.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, slowest);
  for (const file of longest) console.log(`  ${seconds(file.milliseconds)}  ${file.name}`);
}
for (const missing of results.flatMap(({ leftOut = [] }) => leftOut)) {
  console.log(`\nLeft out: ${missing}`);
}
const failures = results.flatMap((result) => result.failures);
for (const { name, message } of failures) {
  console.log(`\nFailed: ${name}\n${message.split('\n').slice(0, linesOfFailure).join('\n')}`);
}
console.log(`\n${seconds(performance.now() - begun)}  in all`);
const passed = results.reduce((total, result) => total + result.passed, 0);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

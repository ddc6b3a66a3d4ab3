// npm test: static checks, tests of the web app and of the backend, and journeys through both in
// browsers; `npm test -- web` runs one part. Ends with the slowest files, the failures, and the number
// of tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepTemporaryFilesInMemory } from '../tests/support/src/scratch-folder.ts';
import { bundleBackend } from './lib/bundle-backend.ts';
import { prepareBrowsers, testParts, type PartResult } from './lib/test-parts.ts';
import { saveTestTimes } from './lib/test-times.ts';

/** How many files are listed at the end. */
const slowestFiles = 20;

/** How many lines of a failure are repeated at the end; the suite's own output has all of them. */
const linesOfFailure = 30;

const seconds = (milliseconds: number): string =>
  `${(milliseconds / 1000).toFixed(1)} s`.padStart(8);

type PartName = keyof typeof testParts;

const names = Object.keys(testParts);
const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part of the tests called ${unknown.join(', ')}: ${names.join(', ')}.`);
  process.exit(1);
}
const isSelected = (name: PartName) => selected.length === 0 || selected.includes(name);

/** The processors' idle time since the machine was started, and their time in all, in milliseconds. */
const processorTimes = () => {
  const times = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    idle,
    all: user + nice + sys + idle + irq,
  }));
  const sum = (key: 'idle' | 'all') => times.reduce((total, each) => total + each[key], 0);
  return { idle: sum('idle'), all: sum('all') };
};

keepTemporaryFilesInMemory();
const folder = await mkdtemp(join(tmpdir(), 'undertone-reports-'));
const begun = performance.now();
const processorsBefore = processorTimes();
const results: (PartResult & { name: string; milliseconds: number })[] = [];

/** Runs the selected parts of these, one after another. */
const runParts = async (...parts: PartName[]): Promise<void> => {
  for (const name of parts.filter(isSelected)) {
    console.log(`${name}: started`);
    const partBegun = performance.now();
    const result = await testParts[name](folder);
    results.push({ ...result, name, milliseconds: performance.now() - partBegun });
    console.log(`${name}: ${result.passed} passed, ${result.failures.length} failed`);
  }
};

// The checks and the build have no time limits and need both cores, so they run first. Of the two
// lanes that follow, one alone would leave a core idle while its tests wait.
await Promise.all([
  isSelected('journeys') || isSelected('engines')
    ? prepareBrowsers({ journeys: isSelected('journeys'), engines: isSelected('engines') })
    : null,
  runParts('checks'),
]);
const partsWithBackends: readonly PartName[] = ['backend', 'journeys', 'engines'];
if (partsWithBackends.some(isSelected)) process.env.BACKEND_BUNDLE = await bundleBackend();
await Promise.all([runParts('web', 'backend'), runParts('journeys', 'engines')]);
await rm(folder, { recursive: true });

const files = results.flatMap((result) => result.files);
saveTestTimes(
  Object.fromEntries(
    files
      .filter(({ name }) => /\.(test|spec)\.tsx?$/.test(name))
      .map(({ name, milliseconds }) => [name, Math.round(milliseconds)]),
  ),
);
console.log(`\nThe ${slowestFiles} slowest files`);
for (const file of files
  .toSorted((a, b) => b.milliseconds - a.milliseconds)
  .slice(0, slowestFiles)) {
  console.log(`${seconds(file.milliseconds)}  ${file.name}`);
}
for (const missing of results.flatMap(({ leftOut = [] }) => leftOut)) {
  console.log(`\nLeft out: ${missing}`);
}
const failures = results.flatMap((result) => result.failures);
for (const { name, message } of failures) {
  console.log(`\nFailed: ${name}\n${message.split('\n').slice(0, linesOfFailure).join('\n')}`);
}
console.log();
for (const { name, milliseconds, passed, failures: failed } of results) {
  console.log(`${seconds(milliseconds)}  ${name}: ${passed} passed, ${failed.length} failed`);
}
const processorsAfter = processorTimes();
const idle =
  (processorsAfter.idle - processorsBefore.idle) / (processorsAfter.all - processorsBefore.all);
console.log(
  `${seconds(performance.now() - begun)}  in all, with the processor idle for ${Math.round(100 * idle)} %`,
);
const passed = results.reduce((total, result) => total + result.passed, 0);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

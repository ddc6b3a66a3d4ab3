import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { describeFailure } from '../../apps/backend/src/operations/describe-failure.ts';
import { buildSiteWhenStale } from './build-site.ts';
import { runChecks } from './checks.ts';
import { ensureHeadlessChromium } from './chromium.ts';
import { prepareEngines } from './engines.ts';
import { projectEnv, root, runLabelled } from './run.ts';

/** A file of tests, or a check, and how long it took. */
interface TimedFile {
  readonly name: string;
  readonly milliseconds: number;
}

/** A test or a check that failed, or a suite that did not run. */
interface Failure {
  readonly name: string;
  /** The assertion's message, if there is one. */
  readonly message: string;
}

export interface PartResult {
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly files: readonly TimedFile[];
  /** What did not run, and why. */
  readonly leftOut?: readonly string[];
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    /** Why the file itself could not be run. */
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

interface PlaywrightTest {
  projectName: string;
  status: string;
  /** After a timeout, the second error names the action that was waited for. */
  results: { duration: number; errors: { message?: string }[] }[];
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number };
  suites: PlaywrightSuite[];
}

/**
 * Reads a suite's report. A suite without a report, or with a failure that its report lacks (Vitest's
 * has no errors outside tests), counts as one failure.
 */
const readResult = async (
  name: string,
  path: string,
  { exitCode, errors }: Awaited<ReturnType<typeof runLabelled>>,
  read: (report: string) => PartResult,
): Promise<PartResult> => {
  const report = await readFile(path, 'utf8').catch(() => null);
  const result = report === null ? { passed: 0, failures: [], files: [] } : read(report);
  if (exitCode === 0 || result.failures.length > 0) return result;
  return { ...result, failures: [{ name, message: `ended with code ${exitCode}\n${errors}` }] };
};

const checkCode = async (): Promise<PartResult> => {
  const results = await runChecks();
  const failed = results.filter(({ passed }) => !passed);
  return {
    passed: results.length - failed.length,
    failures: failed.map(({ name }) => ({ name, message: 'see above' })),
    files: results,
  };
};

/** Failed tests of a file, or the file itself when it could not be run. */
const failuresOfFile = ({
  name,
  status,
  message,
  assertionResults,
}: VitestReport['testResults'][number]): Failure[] => {
  const file = relative(root, name);
  const failures = assertionResults
    .filter((assertion) => assertion.status === 'failed')
    .map(({ fullName, failureMessages = [] }) => ({
      name: `${file} › ${fullName}`,
      message: failureMessages.join('\n'),
    }));
  return failures.length > 0 || status !== 'failed' ? failures : [{ name: file, message }];
};

const runVitest =
  (part: string, workersPerCore: number, ...projects: string[]) =>
  async (folder: string): Promise<PartResult> => {
    const report = join(folder, `${part}.json`);
    const ended = await runLabelled(part, 'vitest', [
      'run',
      ...projects.map((project) => `--project=${project}`),
      // Set here, since projects do not inherit this setting from the root configuration.
      `--maxWorkers=${Math.ceil(workersPerCore * availableParallelism())}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    return readResult(projects.join(', '), report, ended, (text) => {
      const { numPassedTests, testResults }: VitestReport = JSON.parse(text);
      const files = testResults.map(({ name, startTime, endTime }) => ({
        name: relative(root, name),
        milliseconds: endTime - startTime,
      }));
      return { passed: numPassedTests, failures: testResults.flatMap(failuresOfFile), files };
    });
  };

const testsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightTest[] => [
  ...specs.flatMap(({ tests }) => tests),
  ...suites.flatMap(testsOf),
];

/** The failed tests of a suite. A test that passed only when it was retried has failed. */
const failuresOfSuite = (suite: PlaywrightSuite): Failure[] => [
  ...suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => ['unexpected', 'flaky'].includes(status))
      .map(({ projectName, results }) => ({
        name: [projectName, suite.file, title].filter((part) => part !== '').join(' › '),
        message: results
          .flatMap(({ errors }) => errors.map(({ message = '' }) => message))
          .join('\n'),
      })),
  ),
  ...(suite.suites ?? []).flatMap(failuresOfSuite),
];

/** The sum of the tests' durations, which is longer than the time in which they ran side by side. */
const durationOf = (tests: readonly PlaywrightTest[]): number =>
  tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);

/** Returns a function that does its work at the first call, and returns the same result at each call. */
const once = <Result>(work: () => Promise<Result>): (() => Promise<Result>) => {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
};

/** Builds the site. @returns why that failed, or null */
const buildSite = once(() =>
  buildSiteWhenStale().then(
    () => null,
    (error: unknown) => describeFailure(error, root, process.env.LOG_LEVEL),
  ),
);
const findChromium = once(ensureHeadlessChromium);
const findEngines = once(() => prepareEngines());

/** Builds the site, and finds or installs the browsers of the parts that will run. */
export async function prepareBrowsers(parts: { journeys: boolean; engines: boolean }) {
  const build = buildSite();
  // One after the other: both may install packages.
  if (parts.journeys) await findChromium();
  if (parts.engines) await findEngines();
  await build;
}

/**
 * Runs tests in browsers. When the site could not be built, none run, and the part counts as one failure.
 *
 * @param tests the folder of the tests and of their configuration
 * @param timeFiles reads the times from the report
 */
const runPlaywright = async (
  part: string,
  folder: string,
  tests: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> },
  timeFiles: (suites: PlaywrightSuite[]) => TimedFile[],
): Promise<PartResult> => {
  const buildFailure = await buildSite();
  if (buildFailure !== null) {
    const failure = { name: 'build of the site', message: buildFailure };
    return { passed: 0, failures: [failure], files: [] };
  }
  const report = join(folder, `${part}.json`);
  const ended = await runLabelled(
    part,
    'playwright',
    ['test', '--config', `${tests}/playwright.config.ts`, '--reporter=list,json', ...args],
    { env: projectEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env }) },
  );
  return readResult(tests, report, ended, (text) => {
    const { stats, suites }: PlaywrightReport = JSON.parse(text);
    return {
      passed: stats.expected,
      failures: suites.flatMap(failuresOfSuite),
      files: timeFiles(suites),
    };
  });
};

const runJourneys = async (folder: string): Promise<PartResult> =>
  runPlaywright(
    'journeys',
    folder,
    'tests/e2e',
    { env: { CHROMIUM_PATH: await findChromium() } },
    (suites) =>
      suites.map((suite) => ({
        name: `tests/e2e/${suite.file}`,
        milliseconds: durationOf(testsOf(suite)),
      })),
  );

/** Runs the journey in Firefox and WebKit. Where one could not be installed, only CI fails. */
const runEngines = async (folder: string): Promise<PartResult> => {
  const engines = await findEngines();
  const ready = engines.filter(({ problem }) => problem === null);
  const leftOut = engines.flatMap(({ name, problem }) =>
    problem === null ? [] : [`the journey in ${name}: ${problem}`],
  );
  const args = ready.map(({ name }) => `--project=${name}`);
  const result =
    ready.length === 0
      ? { passed: 0, failures: [], files: [] }
      : await runPlaywright('engines', folder, 'tests/engines', { args }, (suites) =>
          suites.flatMap(testsOf).map((test) => ({
            name: `the journey in ${test.projectName}`,
            milliseconds: durationOf([test]),
          })),
        );
  const missing = leftOut.map((name) => ({ name, message: 'left out' }));
  const failures = process.env.CI ? [...result.failures, ...missing] : result.failures;
  return { ...result, failures, leftOut };
};

/** The parts of `npm test`. Each writes its report into the given folder. */
export const testParts = {
  checks: checkCode,
  web: runVitest('web', 1, 'web-pure', 'web'),
  // Their tests often wait for PostgreSQL, or for time to pass.
  backend: runVitest(
    'backend',
    1.5,
    'backend',
    'backend-process',
    'database',
    'contract',
    'packages',
  ),
  journeys: runJourneys,
  engines: runEngines,
} satisfies Record<string, (folder: string) => Promise<PartResult>>;

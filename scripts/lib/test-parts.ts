import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { describeFailure } from '../../apps/backend/src/operations/describe-failure.ts';
import { buildSiteWhenStale } from './build-site.ts';
import { runChecks } from './checks.ts';
import { ensureChromium } from './chromium.ts';
import { prepareEngines } from './engines.ts';
import { projectEnv, root, run } from './run.ts';

/** A file of tests, or a check, and how long it took. */
interface Timed {
  readonly name: string;
  readonly milliseconds: number;
}

/** A test or a check that failed, or a suite that did not run. */
interface Failure {
  readonly name: string;
  /** What was expected, and what came, where it is known. */
  readonly message: string;
}

export interface PartResult {
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly timed: readonly Timed[];
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
  results: { duration: number; error?: { message?: string } }[];
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

/** A suite that ended without a report, or failed for what its report does not name, counts as one failure. */
const readResult = async (
  name: string,
  path: string,
  exitCode: number,
  read: (report: string) => PartResult,
): Promise<PartResult> => {
  const report = await readFile(path, 'utf8').catch(() => null);
  const result = report === null ? { passed: 0, failures: [], timed: [] } : read(report);
  if (exitCode === 0 || result.failures.length > 0) return result;
  return { ...result, failures: [{ name, message: `ended with code ${exitCode}` }] };
};

const checkCode = async (): Promise<PartResult> => {
  const timed = await runChecks();
  const passed = timed.filter((result) => result.passed).length;
  const failures = timed
    .filter((result) => !result.passed)
    .map(({ name }) => ({ name, message: '' }));
  return { passed, failures, timed };
};

const failuresOfFile = (file: VitestReport['testResults'][number]): Failure[] => {
  const name = relative(root, file.name);
  const failures = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages = [] }) => ({
      name: `${name} › ${fullName}`,
      message: failureMessages.join('\n'),
    }));
  if (failures.length > 0 || file.status !== 'failed') return failures;
  return [{ name, message: file.message }];
};

/** @param workersPerCore more than one where most tests wait for a database, so that no core is idle */
const runVitest =
  (workersPerCore: number, ...projects: string[]) =>
  async (folder: string): Promise<PartResult> => {
    const report = join(folder, `${projects[0]}.json`);
    const exitCode = await run('vitest', [
      'run',
      ...projects.map((project) => `--project=${project}`),
      // Set here, since projects do not inherit this setting from the root configuration.
      `--maxWorkers=${Math.ceil(workersPerCore * availableParallelism())}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    return readResult(projects.join(', '), report, exitCode, (text) => {
      const { numPassedTests, testResults }: VitestReport = JSON.parse(text);
      const timed = testResults.map(({ name, startTime, endTime }) => ({
        name: relative(root, name),
        milliseconds: endTime - startTime,
      }));
      return { passed: numPassedTests, failures: testResults.flatMap(failuresOfFile), timed };
    });
  };

const testsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightTest[] => [
  ...specs.flatMap(({ tests }) => tests),
  ...suites.flatMap(testsOf),
];

/** A test that passed at the second try only has failed as well. */
const failuresOf = (suite: PlaywrightSuite): Failure[] => [
  ...suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => ['unexpected', 'flaky'].includes(status))
      .map(({ projectName, results }) => ({
        name: [projectName, suite.file, title].filter((part) => part !== '').join(' › '),
        message: results.map(({ error }) => error?.message ?? '').join('\n'),
      })),
  ),
  ...(suite.suites ?? []).flatMap(failuresOf),
];

/** The time of tests together; side by side they take less. */
const durationOf = (tests: readonly PlaywrightTest[]): number =>
  tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);

/**
 * Builds the site and runs journeys through it. When the build fails, no journeys run, and the part
 * counts as one failure.
 *
 * @param tests the folder of their configuration
 * @param read how long each part of the report took
 */
const runPlaywright = async (
  report: string,
  tests: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> },
  read: (suites: PlaywrightSuite[]) => Timed[],
): Promise<PartResult> => {
  const failure = await buildSiteWhenStale().then(
    () => null,
    (error: unknown) => describeFailure(error, root, process.env.LOG_LEVEL),
  );
  if (failure !== null) {
    return { passed: 0, failures: [{ name: 'build of the site', message: failure }], timed: [] };
  }
  const config = `${tests}/playwright.config.ts`;
  const exitCode = await run(
    'playwright',
    ['test', '--config', config, '--reporter=list,json', ...args],
    { env: projectEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env }) },
  );
  return readResult(tests, report, exitCode, (text) => {
    const { stats, suites }: PlaywrightReport = JSON.parse(text);
    return {
      passed: stats.expected,
      failures: suites.flatMap(failuresOf),
      timed: read(suites),
    };
  });
};

const runJourneys = async (folder: string): Promise<PartResult> =>
  runPlaywright(
    join(folder, 'journeys.json'),
    'tests/e2e',
    { env: { CHROMIUM_PATH: await ensureChromium() } },
    (suites) =>
      suites.map((suite) => ({
        name: `tests/e2e/${suite.file}`,
        milliseconds: durationOf(testsOf(suite)),
      })),
  );

/** The journey in Firefox and WebKit. Where one is not installed and cannot be, only CI fails. */
const runEngines = async (folder: string): Promise<PartResult> => {
  const engines = await prepareEngines();
  const ready = engines.filter(({ problem }) => problem === null);
  const leftOut = engines.flatMap(({ name, problem }) =>
    problem === null ? [] : [`the journey in ${name}: ${problem}`],
  );
  const result =
    ready.length === 0
      ? { passed: 0, failures: [], timed: [] }
      : await runPlaywright(
          join(folder, 'engines.json'),
          'tests/engines',
          { args: ready.map(({ name }) => `--project=${name}`) },
          (suites) =>
            suites.flatMap(testsOf).map((test) => ({
              name: `the journey in ${test.projectName}`,
              milliseconds: durationOf([test]),
            })),
        );
  const missing = leftOut.map((name) => ({ name, message: 'left out' }));
  const failures = process.env.CI ? [...result.failures, ...missing] : result.failures;
  return { ...result, failures, leftOut };
};

/** What `npm test` consists of, in its order; each is run into a folder for its report. */
export const testParts: Readonly<Record<string, (folder: string) => Promise<PartResult>>> = {
  checks: checkCode,
  // Each worker needs seconds of its own to import the app.
  web: runVitest(1.5, 'web-pure', 'web'),
  backend: runVitest(2, 'backend', 'backend-process', 'database', 'contract', 'packages'),
  journeys: runJourneys,
  engines: runEngines,
};

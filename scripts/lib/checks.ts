import { runQuietly } from './run.ts';

interface Check {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
}

interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
  readonly milliseconds: number;
}

/** The slowest checks come first, so that none of them runs alone at the end. */
const checks: readonly Check[] = [
  // One program reads each file once for its types and for the rules.
  { title: 'types, lint and import rules', command: ['oxlint', '--type-aware', '--type-check'] },
  { title: 'dead code', command: ['knip'] },
  {
    title: 'database types match the migrations',
    command: ['node', 'scripts/generate-database-types.mjs', '--check'],
  },
  // The generated types, which are not linted.
  { title: 'types of the database', command: ['tsc', '-p', 'packages/database-types'] },
  {
    // Deno's own resolution, for the code that runs in Deno on hosted Supabase. Only installed packages
    // are read, so that the check needs no network.
    title: 'types of supabase/functions in Deno',
    command: [
      'deno',
      'check',
      '--cached-only',
      '--node-modules-dir=manual',
      'supabase/functions/*/index.ts',
    ],
  },
  { title: 'formatting', command: ['oxfmt', '--check'] },
];

async function runCheck({ title, command: [program, ...args] }: Check): Promise<CheckResult> {
  const begun = performance.now();
  const passed = (await runQuietly(program, args)) === 0;
  const milliseconds = performance.now() - begun;
  console.log(`${passed ? '✓' : '✗'} ${title} ${(milliseconds / 1000).toFixed(1)} s`);
  return { name: title, passed, milliseconds };
}

/** Runs the checks two at a time, and prints each result, with the output of those that fail. */
export async function runChecks(): Promise<CheckResult[]> {
  const pending = checks.values();
  const results: CheckResult[] = [];
  const work = async () => {
    for (const check of pending) results.push(await runCheck(check));
  };
  await Promise.all([work(), work()]);
  return results;
}

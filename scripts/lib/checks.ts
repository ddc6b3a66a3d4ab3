import { run } from './run.ts';

export interface Check {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
}

const typed = [
  'packages/voice',
  'packages/domain',
  'packages/database-types',
  'apps/backend',
  'apps/site-server',
  'apps/web',
  'apps/web/tsconfig.node.json',
  'tests/support',
  'tests/database',
  'tests/contract',
  'tests/e2e',
  'supabase/functions',
  'supabase/seed',
  'scripts',
];

export const checks: readonly Check[] = [
  { title: 'formatting', command: ['oxfmt', '--check'] },
  { title: 'lint and import rules', command: ['oxlint', '--type-aware'] },
  ...typed.map((folder): Check => ({
    title: `types of ${folder}`,
    command: ['tsc', '-p', folder],
  })),
  { title: 'dead code', command: ['knip'] },
  {
    title: 'database types match the migrations',
    command: ['node', 'scripts/generate-database-types.mjs', '--check'],
  },
];

/** Runs the checks one after another, says how each went, and answers with those that failed. */
export async function runChecks(list: readonly Check[]): Promise<Check[]> {
  const failed: Check[] = [];
  for (const check of list) {
    const [command, ...args] = check.command;
    const passed = (await run(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })) === 0;
    console.log(`${passed ? '✓' : '✗'} ${check.title}`);
    if (!passed) failed.push(check);
  }
  return failed;
}

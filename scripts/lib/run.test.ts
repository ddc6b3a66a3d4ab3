import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const run = join(import.meta.dirname, 'run.ts');

/** Output and exit code of a script that runs a program with `runQuietly`. */
const runProgram = (program: string, LOG_LEVEL = 'info') => {
  const script = `
    const { runQuietly } = await import(${JSON.stringify(run)});
    process.exitCode = await runQuietly('node', ['-e', ${JSON.stringify(program)}]);`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script],
    { encoding: 'utf8', env: { PATH: process.env.PATH, LOG_LEVEL } },
  );
  return { stdout, stderr, status };
};

const talkative = "console.log('a listing'); console.error('a warning');";

describe('a program that is run quietly', () => {
  it('shows nothing of its output when it succeeds', () => {
    expect(runProgram(talkative)).toEqual({ stdout: '', stderr: '', status: 0 });
  });

  it('shows all of its output when it fails, and passes its exit code on', () => {
    const { stderr, status } = runProgram(`${talkative} process.exitCode = 3;`);
    expect(stderr).toContain('a listing');
    expect(stderr).toContain('a warning');
    expect(status).toBe(3);
  });

  it('shows its output with LOG_LEVEL=debug', () => {
    const { stdout, stderr, status } = runProgram(talkative, 'debug');
    expect([stdout, stderr, status]).toEqual(['a listing\n', 'a warning\n', 0]);
  });
});

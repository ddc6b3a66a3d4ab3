import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const run = join(import.meta.dirname, 'run.ts');

/** Output and exit code of a script that passes a program to a function of `run.ts`. */
const runProgram = (call: string, program: string, LOG_LEVEL = 'info') => {
  const script = `
    const { runQuietly, runLabelled } = await import(${JSON.stringify(run)});
    const program = ['node', ['-e', ${JSON.stringify(program)}]];
    process.exitCode = await ${call};`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script],
    { encoding: 'utf8', env: { PATH: process.env.PATH, LOG_LEVEL } },
  );
  return { stdout, stderr, status };
};

const talkative = "console.log('a listing'); console.error('a warning');";

describe('runQuietly', () => {
  const runQuietly = 'runQuietly(...program)';

  it('shows no output of a program that succeeds', () => {
    expect(runProgram(runQuietly, talkative)).toEqual({ stdout: '', stderr: '', status: 0 });
  });

  it('shows all output of a program that fails, and returns its exit code', () => {
    const { stderr, status } = runProgram(runQuietly, `${talkative} process.exitCode = 3;`);
    expect(stderr).toContain('a listing');
    expect(stderr).toContain('a warning');
    expect(status).toBe(3);
  });

  it('shows the output with LOG_LEVEL=debug', () => {
    const { stdout, stderr, status } = runProgram(runQuietly, talkative, 'debug');
    expect([stdout, stderr, status]).toEqual(['a listing\n', 'a warning\n', 0]);
  });
});

it('runLabelled writes the label before each line, and returns the exit code and the errors', () => {
  const program = "console.log('one\\ntwo'); console.error('three'); process.exitCode = 3;";
  const call =
    "runLabelled('web', ...program).then((ended) => (console.log(ended), ended.exitCode))";
  expect(runProgram(call, program)).toEqual({
    stdout: "web │ one\nweb │ two\n{ exitCode: 3, errors: 'three' }\n",
    stderr: 'web │ three\n',
    status: 3,
  });
});

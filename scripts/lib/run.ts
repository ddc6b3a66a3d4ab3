import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

export const root = join(import.meta.dirname, '../..');

/** The folder in which the command was typed; npm itself runs scripts in the project's folder. */
export const calledFrom = process.env.INIT_CWD ?? process.cwd();

/** The data folder, resolved as the backend does. */
export const dataDir = (): string => resolve(root, process.env.DATA_DIR || '.data');

/** The environment in which npm's own scripts run: the project's programs come first. */
export const projectEnv = (extra: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
  ...extra,
});

export const start = (
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess =>
  spawn(command, args, { cwd: root, stdio: 'inherit', env: projectEnv(), ...options });

/** How long output may still arrive after a program ended, in milliseconds: a process that it left behind may hold its pipe. */
const outputGrace = 2000;

/** @returns the exit code of a program once all its output has arrived; 1 when a signal ended it */
async function endOf(child: ChildProcess): Promise<number> {
  const closed = once(child, 'close');
  const [code]: unknown[] = await once(child, 'exit');
  await Promise.race([closed, delay(outputGrace, null, { ref: false })]);
  return typeof code === 'number' ? code : 1;
}

/** Runs a program to its end. @returns its exit code; 1 when a signal ended the program */
export async function run(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  return endOf(start(command, args, options));
}

/** How many lines of a program's errors are kept for the summary of a run. */
const keptErrorLines = 30;

/**
 * Runs a program, and writes each line of its output behind a label, which keeps the output of programs
 * that run side by side readable.
 * @returns its exit code, 1 when a signal ended the program, and the last lines that it wrote to stderr
 */
export async function runLabelled(
  label: string,
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<{ exitCode: number; errors: string }> {
  const errorLines: string[] = [];
  const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const [output, target] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    if (output === null) throw new Error('the output is not piped');
    createInterface({ input: output }).on('line', (line) => {
      target.write(`${label} │ ${line}\n`);
      if (output === child.stderr) errorLines.push(line);
    });
  }
  const exitCode = await endOf(child);
  return { exitCode, errors: errorLines.slice(-keptErrorLines).join('\n') };
}

/**
 * Runs a program, and writes its output only when the program fails. With
 * LOG_LEVEL=debug or trace the output is written as it arrives.
 * @returns its exit code; 1 when a signal ended it
 */
export async function runQuietly(command: string, args: readonly string[]): Promise<number> {
  if (['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')) return run(command, args);
  const child = start(command, args, { stdio: ['inherit', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  }
  const code = await endOf(child);
  if (code !== 0) process.stderr.write(Buffer.concat(output));
  return code;
}

import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join, resolve } from 'node:path';

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

/** Runs a program to its end. @returns its exit code; 1 when a signal ended the program */
export async function run(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  const [code]: unknown[] = await once(start(command, args, options), 'exit');
  return typeof code === 'number' ? code : 1;
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
  // Unlike `exit`, this event comes after all output.
  const [code]: unknown[] = await once(child, 'close');
  if (code === 0) return 0;
  process.stderr.write(Buffer.concat(output));
  return typeof code === 'number' ? code : 1;
}

import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

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

/** Runs a program to its end and answers with its exit code; 1 when a signal ended it. */
export async function run(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  const [code]: unknown[] = await once(start(command, args, options), 'exit');
  return typeof code === 'number' ? code : 1;
}

import { execFileSync } from 'node:child_process';
import { run, runQuietly } from './run.ts';

/** The path of a program, as the shell finds it. */
export const which = (name: string): string | null => {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
};

/** Updates the lists of packages, once for all installations of this process. */
let listsUpdated: Promise<number> | undefined;

/**
 * Installs packages of Debian, as root or by a sudo that asks for no password.
 *
 * @returns why they could not be installed; null when they were
 */
export async function installDebianPackages(packages: readonly string[]): Promise<string | null> {
  if (!which('apt-get')) return 'there is no apt-get here';
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && (!which('sudo') || (await runQuietly('sh', ['-c', 'sudo -n true 2>&-'])) !== 0)) {
    return 'this user may not install packages';
  }
  // Without a terminal, a question of apt-get would wait forever.
  const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
  const [command = '', ...args] = isRoot ? apt : ['sudo', '-n', ...apt];
  console.log(`Installing ${packages.join(', ')}…`);
  await (listsUpdated ??= run(command, [...args, 'update']));
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  const isInstalled = (await runQuietly(command, [...args, ...install])) === 0;
  return isInstalled ? null : `apt-get could not install ${packages.join(', ')}`;
}

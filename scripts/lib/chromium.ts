import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { chromium } from '@playwright/test';
import { run } from './run.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const which = (name: string): string | null => {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
};

/** Path of a Chromium on this machine: CHROMIUM_PATH, the system's, or Playwright's own. */
const findChromium = (): string | null =>
  [process.env.CHROMIUM_PATH, ...names.map(which), chromium.executablePath()].find(
    (path) => typeof path === 'string' && isExecutable(path),
  ) ?? null;

/**
 * Finds a Chromium, or installs one: Playwright's download first, else the
 * system's package where this user may install it.
 * @throws with what to do by hand when neither works
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;

  console.log('Installing Chromium…');
  const isRoot = process.getuid?.() === 0;
  // Root can also install the libraries that a downloaded browser needs.
  await run('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);
  if (!findChromium() && which('apt-get')) {
    const apt = (...args: string[]) =>
      isRoot ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]);
    await apt('update', '-qq');
    await apt('install', '-y', '-qq', 'chromium');
  }
  const installed = findChromium();
  if (!installed) {
    throw new Error('No Chromium here, and none could be installed. Set CHROMIUM_PATH to one.');
  }
  return installed;
}

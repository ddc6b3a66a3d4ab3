import { accessSync, constants } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { installDebianPackages, which } from './debian-packages.ts';
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

/** Path of a Chromium on this machine: CHROMIUM_PATH, the system's, or Playwright's own. */
const findChromium = (): string | null =>
  [process.env.CHROMIUM_PATH, ...names.map(which), chromium.executablePath()].find(
    (path) => typeof path === 'string' && isExecutable(path),
  ) ?? null;

/**
 * Finds a Chromium, or installs one: Playwright's download, or the system's package where this user may
 * install it.
 * @throws with instructions for the user when neither works
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;

  console.log('Installing Chromium…');
  const isRoot = process.getuid?.() === 0;
  // Root can also install the libraries that a downloaded browser needs.
  await run('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);
  const problem = findChromium() ? null : await installDebianPackages(['chromium']);
  const installed = findChromium();
  if (!installed) {
    throw new Error(
      `No Chromium here, and none could be installed: ${problem}. Set CHROMIUM_PATH to one.`,
    );
  }
  return installed;
}

const headlessShell = 'chromium-headless-shell';

/**
 * Finds the browser of the journeys, or installs it where this user may install packages of Debian:
 * Chromium without its own windows, which takes an eighth less processor time. Any Chromium stands in for it.
 */
export async function ensureHeadlessChromium(): Promise<string> {
  const find = () => process.env.CHROMIUM_PATH ?? which(headlessShell);
  const found = find();
  if (found) return found;
  const problem = await installDebianPackages([headlessShell]);
  if (problem !== null) console.log(`Journeys run in the whole Chromium: ${problem}.`);
  return find() ?? ensureChromium();
}

/** Starts Chromium, which must not use its sandbox as root. */
export const launchChromium = async (switches: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', ...switches],
  });

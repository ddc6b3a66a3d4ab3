import { which } from './debian-packages.ts';

/** Path of a Firefox on this machine: FIREFOX_PATH, or the system's. */
export const findFirefox = (): string | null =>
  process.env.FIREFOX_PATH ?? which('firefox-esr') ?? which('firefox');

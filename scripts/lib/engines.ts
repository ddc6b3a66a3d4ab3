import { which, installDebianPackages } from './debian-packages.ts';
import { globSync } from 'node:fs';

/** Path of a Firefox on this machine: FIREFOX_PATH, or the system's. */
export const findFirefox = (): string | null =>
  process.env.FIREFOX_PATH ?? which('firefox-esr') ?? which('firefox');

/** Folders of libraries: Debian's, by the machine's architecture, and others'. */
const libraries = ['/usr/lib/*', '/usr/lib', '/usr/lib64', '/usr/libexec'];

/** Path of the browser that comes with WebKitGTK. */
export const findMiniBrowser = (): string | null =>
  globSync(libraries.map((folder) => `${folder}/webkit2gtk-4.*/MiniBrowser`)).at(-1) ?? null;

/** Whether GStreamer, with which WebKitGTK plays and records, has a plugin. */
const hasGstreamerPlugin = (name: string): boolean =>
  globSync(libraries.map((folder) => `${folder}/gstreamer-1.0/libgst${name}.so`)).length > 0;

export type EngineName = 'firefox' | 'webkit';

/** Packages of Debian, each with a check whether this machine has what the tests need of it. */
type Needs = Readonly<Record<string, () => boolean>>;

/** Browsers play nothing without a sound card; PulseAudio provides a virtual one. */
const sound: Needs = {
  pulseaudio: () => which('pulseaudio') !== null,
  'pulseaudio-utils': () => which('parec') !== null,
};

/** The packages that the journey needs in each engine. */
const needsOf: Readonly<Record<EngineName, Needs>> = {
  firefox: { ...sound, 'firefox-esr': () => findFirefox() !== null },
  webkit: {
    ...sound,
    'webkit2gtk-driver': () => which('WebKitWebDriver') !== null && findMiniBrowser() !== null,
    xvfb: () => which('Xvfb') !== null,
    'gstreamer1.0-plugins-base': () => hasGstreamerPlugin('playback'),
    'gstreamer1.0-plugins-good': () => hasGstreamerPlugin('isomp4'),
    'gstreamer1.0-plugins-bad': () => hasGstreamerPlugin('debugutilsbad'),
    'gstreamer1.0-libav': () => hasGstreamerPlugin('libav'),
  },
};

const missingOf = (needs: Needs): string[] =>
  Object.entries(needs)
    .filter(([, isHere]) => !isHere())
    .map(([name]) => name);

/** An engine, and the reason why its journey cannot run, if any. */
export interface PreparedEngine {
  readonly name: EngineName;
  /** Null when the engine can run. */
  readonly problem: string | null;
}

/**
 * Finds the packages that the journeys in Firefox and WebKit need, or installs them.
 *
 * @param needs the packages of each engine
 * @param install returns why packages could not be installed, or null
 */
export async function prepareEngines(
  needs = needsOf,
  install = installDebianPackages,
): Promise<PreparedEngine[]> {
  const prepared: PreparedEngine[] = [];
  for (const name of ['firefox', 'webkit'] as const) {
    const wanted = missingOf(needs[name]);
    const refusal = wanted.length > 0 ? await install(wanted) : null;
    const missing = missingOf(needs[name]);
    const problem =
      missing.length > 0
        ? `it needs ${missing.join(', ')}, and ${refusal ?? 'the packages are incomplete'}`
        : null;
    prepared.push({ name, problem });
  }
  return prepared;
}

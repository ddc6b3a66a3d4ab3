import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';

/** Processor time of a phone's core, beside a core of this machine. */
const SHARE = 0.25;
const PERIOD_US = 10_000;

/** Where a group of processes is made, by the kernel's first and second interface. */
const FIRST = '/sys/fs/cgroup/cpu';
const SECOND = '/sys/fs/cgroup';

/** A quarter of a core for all threads of some processes together, as on a phone whose core is four times slower. */
export type PhoneCore = {
  /** Puts all pages of a browser that are open now, with their workers, on it. */
  hold: (browser: Browser) => Promise<void>;
  /** To be called when its processes have ended. */
  remove: () => Promise<void>;
};

/** @returns null where this user may not limit processes, as on macOS or without the rights of root */
export async function makePhoneCore(): Promise<PhoneCore | null> {
  const quota = SHARE * PERIOD_US;
  const name = `undertone-phone-${process.pid}`;
  return (
    (await tryGroup(`${FIRST}/${name}`, [
      ['cpu.cfs_period_us', `${PERIOD_US}`],
      ['cpu.cfs_quota_us', `${quota}`],
    ])) ?? tryGroup(`${SECOND}/${name}`, [['cpu.max', `${quota} ${PERIOD_US}`]])
  );
}

async function tryGroup(
  folder: string,
  settings: readonly (readonly [file: string, value: string])[],
): Promise<PhoneCore | null> {
  try {
    await mkdir(folder);
  } catch {
    return null;
  }
  try {
    for (const [file, value] of settings)
      await writeFile(`${folder}/${file}`, value, { flag: 'r+' });
  } catch {
    await rmdir(folder);
    return null;
  }
  return {
    hold: async (browser) => {
      for (const id of await renderers(browser)) await writeFile(`${folder}/cgroup.procs`, `${id}`);
    },
    remove: () => rmdir(folder),
  };
}

/** The ids of the processes in which pages and their workers run. */
export async function renderers(browser: Browser): Promise<number[]> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** The memory that a process holds, and the most since `forgetPeak`, in bytes. Linux only. */
export async function memoryOf(processId: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  const kilobytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
}

/** Lets `memoryOf` count the peak anew. */
export const forgetPeak = (processId: number): Promise<void> =>
  writeFile(`/proc/${processId}/clear_refs`, '5');

import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';

/** Speed of a phone's core relative to a core of this machine. */
const SHARE = 0.25;
const PERIOD_US = 10_000;

/** Folders of control groups, version 1 and 2. */
const CGROUP_V1 = '/sys/fs/cgroup/cpu';
const CGROUP_V2 = '/sys/fs/cgroup';

/** A control group that limits all its processes together to a quarter of a core, like a phone's core. */
export type PhoneCore = {
  /** Adds the processes of a browser's open pages and their workers to the group. */
  limitPages: (browser: Browser) => Promise<void>;
  /** Removes the group, after its processes have ended. */
  remove: () => Promise<void>;
};

/** Creates the control group. @returns null where the user may not, as on macOS or without root */
export async function createPhoneCore(): Promise<PhoneCore | null> {
  const quota = SHARE * PERIOD_US;
  const name = `undertone-phone-${process.pid}`;
  return (
    (await tryGroup(`${CGROUP_V1}/${name}`, [
      ['cpu.cfs_period_us', `${PERIOD_US}`],
      ['cpu.cfs_quota_us', `${quota}`],
    ])) ?? tryGroup(`${CGROUP_V2}/${name}`, [['cpu.max', `${quota} ${PERIOD_US}`]])
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
    limitPages: async (browser) => {
      for (const id of await rendererIds(browser))
        await writeFile(`${folder}/cgroup.procs`, `${id}`);
    },
    remove: () => rmdir(folder),
  };
}

/** Returns the ids of the processes in which pages and their workers run. */
export async function rendererIds(browser: Browser): Promise<number[]> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** Returns a process's memory, and its peak since `resetPeakMemory`, in bytes. Linux only. */
export async function readMemory(processId: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8');
  const kilobytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
}

/** Resets the peak that `readMemory` returns. */
export const resetPeakMemory = (processId: number): Promise<void> =>
  writeFile(`/proc/${processId}/clear_refs`, '5');

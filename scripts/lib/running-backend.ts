import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import {
  readRunningFile,
  type RunningBackend,
} from '../../apps/backend/src/operations/running-file.ts';
import { product } from '../../apps/site-server/src/settings.ts';
import { dataDir } from './run.ts';

/**
 * Waits until the started backend answers.
 * @returns null when its process ended instead
 */
export async function waitForBackend(child: ChildProcess): Promise<RunningBackend | null> {
  while (child.exitCode === null && child.signalCode === null) {
    const running = await readRunningFile(dataDir(), product);
    const isHealthy =
      running !== null &&
      (await fetch(`${running.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ));
    if (isHealthy) return running;
    await delay(100);
  }
  return null;
}

import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dataDir } from './places.ts';

/** What the backend writes to DATA_DIR/undertone.json while it runs. */
export interface RunningBackend {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
}

const read = async (): Promise<RunningBackend | null> => {
  return readFile(join(dataDir(), 'undertone.json'), 'utf8').then(
    (text): RunningBackend => JSON.parse(text),
    () => null,
  );
};

/**
 * Waits until the started backend answers.
 * @returns null when its process ended instead
 */
export async function waitForBackend(child: ChildProcess): Promise<RunningBackend | null> {
  while (child.exitCode === null && child.signalCode === null) {
    const running = await read();
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

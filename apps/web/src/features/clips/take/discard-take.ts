import type { QueryClient } from '@tanstack/react-query';
import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { recorderKeys } from '#features/clips/mask/recorder-keys.ts';
import { unlockTake } from './take-lock.ts';
import { deleteTake, readTake } from './take-store.ts';
import { removeTakeUpload } from '#features/clips/upload/upload-path.ts';

/** Deletes a take, its filtered clips, and the take that it has replaced from this device. */
export async function deleteTakeFromDevice(
  queryClient: QueryClient,
  takeId: string,
): Promise<void> {
  queryClient.removeQueries({ queryKey: recorderKeys.take(takeId) });
  try {
    const replaced = (await readTake(takeId))?.replaces;
    await deleteTake(takeId);
    // A recording that never ended has replaced none.
    if (replaced && (await readTake(replaced))?.replacedBy === takeId) {
      await deleteTakeFromDevice(queryClient, replaced);
    }
  } catch (cause) {
    logFailure('The take could not be deleted from this device.', cause);
  }
  unlockTake(takeId);
}

/** Deletes a take from this device, and the file that a failed post has uploaded. */
export async function discardTake({ client, queryClient }: App, takeId: string): Promise<void> {
  await removeTakeUpload(client, takeId);
  await deleteTakeFromDevice(queryClient, takeId);
}

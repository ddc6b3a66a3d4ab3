import type { QueryClient } from '@tanstack/react-query';
import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { recorderKeys } from '#features/recorder/mask/queries.ts';
import { releaseTake } from './take-lock.ts';
import { deleteTake } from './take-store.ts';
import { removeUpload } from '#features/recorder/post/take-upload.ts';

/** Deletes a take and all that was made of it on this device. */
export async function forgetTake(queryClient: QueryClient, takeId: string): Promise<void> {
  queryClient.removeQueries({ queryKey: recorderKeys.take(takeId) });
  try {
    await deleteTake(takeId);
  } catch (cause) {
    logFailure('The take could not be deleted from this device.', cause);
  }
  releaseTake(takeId);
}

/** Deletes a take that is not wanted any more, here and where a failed post left it. */
export async function discardTake({ client, queryClient }: App, takeId: string): Promise<void> {
  await removeUpload(client, takeId);
  await forgetTake(queryClient, takeId);
}

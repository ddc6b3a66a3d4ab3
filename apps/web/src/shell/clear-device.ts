import { deleteTakesOf } from '#features/clips/take/take-store.ts';
import type { App } from '#lib/app.ts';
import { removeSealedOf } from '#lib/sealed-entries.ts';
import { removeAccountData } from './account-data.ts';

/** Removes what this device stores of an account that was deleted. */
export async function clearDevice(app: App, userId: string): Promise<void> {
  try {
    // The server has deleted the files of failed posts with the account.
    await Promise.all([deleteTakesOf(userId), removeSealedOf(userId)]);
  } finally {
    await removeAccountData(app, userId);
  }
}

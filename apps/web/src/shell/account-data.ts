import { removeDraftsOf } from '#features/comments/comment-drafts.ts';
import { discardAllTakes } from '#features/recorder/post/unposted-takes.ts';
import { removeOtherAccounts } from '#lib/account-local-storage.ts';
import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';

/** Deletes what this tab holds of an account that has left it: in memory and in session storage. */
export function forgetInTab({ client }: App, userId: string): void {
  removeDraftsOf(client, userId);
}

/** Deletes everything that this device stores for an account: takes, drafts, positions and searches. */
export async function removeAccountData(app: App, userId: string): Promise<void> {
  forgetInTab(app, userId);
  removeOtherAccounts(undefined);
  // Only pages that can store takes have IndexedDB.
  if (!('indexedDB' in window)) return;
  await discardAllTakes(app, userId).catch((cause: unknown) =>
    logFailure("The account's takes could not be deleted from this device.", cause),
  );
}

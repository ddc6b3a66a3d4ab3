import { forgetOtherDrafts, removeStoredDrafts } from '#lib/text-drafts.ts';
import { sealDrafts, unsealDrafts } from './sealed-drafts.ts';
import { announceQueue } from '#features/clips/take/queue-changes.ts';
import { removeOutgoingOf } from '#features/messages/outbox/outbox-store.ts';
import { sealOutbox, unsealOutbox } from '#features/messages/outbox/sealed-outbox.ts';
import { discardAllTakes } from '#features/recorder/post/unposted-takes.ts';
import { SEALED_TAKES } from '#features/clips/take/sealed-takes-mark.ts';
import { sealTakes, unsealTakes } from '#features/clips/take/sealed-takes.ts';
import { ACCOUNT_DATA_MARK } from '#lib/account-data-mark.ts';
import {
  readAccountKey,
  removeAccountKey,
  storedAccountKeys,
  storedUserId,
} from '#lib/account-key.ts';
import { removeOtherAccounts } from '#lib/remove-other-accounts.ts';
import type { App } from '#lib/app.ts';
import { errorCode } from '#lib/backend-error.ts';
import { loadUntilArrived } from '#lib/lazy-code.ts';
import { removeAbsentKept, removeKeptOf } from '#lib/kept-store.ts';
import { writeLocalItem } from '#lib/local-item.ts';
import { localItems } from '#lib/local-items.ts';
import { logFailure } from '#lib/log.ts';
import { removeAbsentQueuedChanges, removeQueuedChangesOf } from '#lib/queued-changes.ts';
import { perClient } from '#lib/per-client.ts';
import { storedDevice, unregisterDevice } from '#lib/push-device.ts';
import { canSeal, removeExpired } from '#lib/sealed-entries.ts';
import { removeExpiredUnencrypted } from './unencrypted-data.ts';

const runsOf = perClient(() => ({ latest: new AbortController() }));

/**
 * Encrypts what this device stores for accounts that are not signed in any more, removes what they left too
 * long ago, and decrypts what the signed-in account has left. What fails is tried again by the next page.
 *
 * @param userId undefined when no account is signed in. The next call, for another one, ends this one's work
 */
export async function settleAccountData(app: App, userId: string | undefined): Promise<void> {
  const runs = runsOf(app.client);
  runs.latest.abort();
  runs.latest = new AbortController();
  const { signal } = runs.latest;
  forgetOtherDrafts(app.client, userId);
  const pushEnded = endPush(userId);
  if (userId !== undefined) writeLocalItem(ACCOUNT_DATA_MARK, 'yes');
  if (!('indexedDB' in window)) return;
  const isSignedIn = (account: string) =>
    account === userId || account === storedUserId(app.client);
  await attempt(signal, 'What an account has left could not be encrypted yet.', async () => {
    if (!canSeal()) return;
    for (const [account, key] of storedAccountKeys()) {
      if (!isSignedIn(account)) await sealAccount(account, key, signal);
    }
  });
  await attempt(signal, 'What accounts have left could not be removed yet.', async () => {
    await removeAbsentQueuedChanges(isSignedIn);
    await removeAbsentKept(isSignedIn);
    const hasSealed = await removeExpired();
    const hasUnencrypted = await removeExpiredUnencrypted(isSignedIn);
    if (!hasSealed) for (const [mark] of localItems(SEALED_TAKES)) writeLocalItem(mark, null);
    if (storedUserId(app.client) === undefined && !hasSealed && !hasUnencrypted)
      writeLocalItem(ACCOUNT_DATA_MARK, null);
  });
  if (canSeal() && userId !== undefined && !signal.aborted) takeBack(app, userId, signal);
  await pushEnded;
}

/** Does a part of the work, unless it has been ended. The next page tries again what fails. */
async function attempt(
  signal: AbortSignal,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  if (signal.aborted) return;
  try {
    await work();
  } catch (cause) {
    if (!signal.aborted) logFailure(failure, cause);
  }
}

/**
 * Ends push messages on this device, except those of one account. Without a network the push service may not learn of
 * it, but nothing is shown.
 */
async function endPush(except?: string): Promise<void> {
  try {
    if (except !== undefined && ((await storedDevice())?.account ?? except) === except) return;
    await unregisterDevice();
  } catch (cause) {
    logFailure('The device could not be removed from its push service.', cause);
  }
}

/** Encrypts what an account has left, and forgets the key. */
async function sealAccount(userId: string, key: string, signal: AbortSignal): Promise<void> {
  await sealDrafts(userId, key);
  await sealOutbox(userId, key);
  await sealTakes(userId, key, signal);
  if (!signal.aborted) removeAccountKey(userId);
}

/** Decrypts what the signed-in account has left, and keeps its key until the session ends. */
function takeBack(app: App, userId: string, signal: AbortSignal): void {
  const load = async () => {
    // An account that has left is of no concern any more.
    if (signal.aborted || storedUserId(app.client) !== userId) return;
    await readAccountKey(app.client, userId);
    await unsealDrafts(app.client, userId);
    await unsealOutbox(app.client, userId);
    if (await unsealTakes(app.client, userId)) announceQueue(app.client);
  };
  const stop = loadUntilArrived(load, (cause) => {
    // The session has ended, or its second step is missing.
    const isRefused = errorCode(cause) === '42501';
    if (navigator.onLine && !isRefused)
      logFailure('What the account has left could not be read yet.', cause);
  });
  signal.addEventListener('abort', stop);
}

/** Deletes everything that this device stores for an account, e.g. takes, drafts, positions and searches. */
export async function removeAccountData(app: App, userId: string): Promise<void> {
  forgetOtherDrafts(app.client, undefined);
  removeStoredDrafts(userId);
  removeOtherAccounts(undefined);
  removeAccountKey(userId);
  const pushEnded = endPush();
  // Only pages that can store takes have IndexedDB.
  if (!('indexedDB' in window)) return;
  await Promise.all([
    removeQueuedChangesOf(userId),
    removeKeptOf(userId),
    removeOutgoingOf(userId),
  ]).catch((cause: unknown) =>
    logFailure('What the account has queued or kept could not be deleted from this device.', cause),
  );
  await discardAllTakes(app, userId).catch((cause: unknown) =>
    logFailure("The account's takes could not be deleted from this device.", cause),
  );
  await pushEnded;
}

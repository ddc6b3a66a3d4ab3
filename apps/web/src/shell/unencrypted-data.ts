import { removeStoredDrafts, draftOwners } from '#lib/text-drafts.ts';
import { outgoingOwners, removeOutgoingOf } from '#features/messages/outbox/outbox-store.ts';
import { deleteTakesOf, takeOwners } from '#features/clips/take/take-store.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';
import { localItems } from '#lib/local-items.ts';
import { keptSince } from '#lib/sealed-entries.ts';

/** The start of the items that say when an account was first found to have left something unencrypted. */
const LEFT = 'undertone:left/';

/**
 * Removes the takes, drafts and messages that accounts have left too long ago on a device that could not encrypt them:
 * it never got the key, or has no WebCrypto. A time ahead of a clock that was set back stays.
 *
 * @returns whether such data is left
 */
export async function removeExpiredUnencrypted(
  isSignedIn: (userId: string) => boolean,
): Promise<boolean> {
  const owners = [...(await takeOwners()), ...(await outgoingOwners()), ...draftOwners()];
  const absent = new Set(owners.filter((userId) => !isSignedIn(userId)));
  for (const [item] of localItems(LEFT)) {
    if (!absent.has(item.slice(LEFT.length))) writeLocalItem(item, null);
  }
  for (const userId of absent) {
    const since = readLocalItem(LEFT + userId);
    if (since === null) writeLocalItem(LEFT + userId, String(Date.now()));
    else if (Number(since) < keptSince()) {
      await deleteTakesOf(userId);
      await removeOutgoingOf(userId);
      removeStoredDrafts(userId);
      writeLocalItem(LEFT + userId, null);
      absent.delete(userId);
    }
  }
  return absent.size > 0;
}

import type { QueryClient } from '@tanstack/react-query';
import { objectPath } from '@undertone/domain/object-path';
import { useEffect } from 'react';
import { avatarUrlOptions, peopleKeys } from '#features/people/queries.ts';
import { sessionKeys, type OwnProfile } from '#features/session/queries.ts';
import { useSession } from '#features/session/session-context.ts';
import { accountKey } from '#lib/account-local-storage.ts';
import { useApp, type App } from '#lib/app.ts';
import { dataUrl } from '#lib/data-url.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';
import { logFailure } from '#lib/log.ts';
import { whenIdle } from '#lib/when-idle.ts';

/** The largest picture that is stored, in bytes: a cropped one has about 40 kB. */
const PICTURE_MAX_BYTES = 150_000;

/** What this device knows about the profile of the signed-in account. */
interface StoredProfile {
  profile: OwnProfile;
  /** The picture as a `data:` URL; null where there is none, or it is too large. */
  picture: string | null;
}

/**
 * Stores the own profile with its picture on this device until the account signs out, and shows it on a page that
 * was opened without a network. Renders nothing.
 */
export function OwnProfileOffline({ userId }: { userId: string }) {
  const app = useApp();
  const { queryClient } = app;
  const { profile } = useSession();

  useEffect(() => {
    if (!navigator.onLine) showStored(queryClient, userId);
  }, [queryClient, userId]);

  useEffect(() => {
    // Also of the account that is signed in now.
    if (profile?.userId !== userId || !navigator.onLine) return undefined;
    return whenIdle(() => store(app, profile));
  }, [app, userId, profile]);
  return null;
}

function readStored(userId: string): StoredProfile | undefined {
  const text = readLocalItem(accountKey('profile', userId));
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Stored by another version, and stored anew with the next profile.
    return undefined;
  }
}

function showStored(queryClient: QueryClient, userId: string): void {
  const stored = readStored(userId);
  const key = sessionKeys.profile(userId);
  if (!stored || queryClient.getQueryData(key) !== undefined) return;
  // Stale, so that the profile is read once there is a network.
  const options = { updatedAt: 0 };
  const path = objectPath(stored.profile.avatarUrl ?? '');
  if (path !== null && stored.picture !== null)
    queryClient.setQueryData(peopleKeys.avatarUrl(path), stored.picture, options);
  queryClient.setQueryData(key, stored.profile, options);
}

async function store(app: App, profile: OwnProfile): Promise<void> {
  const known = readStored(profile.userId);
  const isSamePicture = known?.profile.avatarUrl === profile.avatarUrl;
  const picture = isSamePicture ? known.picture : await readPicture(app, profile.avatarUrl);
  const stored: StoredProfile = { profile, picture };
  writeLocalItem(accountKey('profile', profile.userId), JSON.stringify(stored));
}

async function readPicture(app: App, avatarUrl: string | null): Promise<string | null> {
  const path = avatarUrl === null ? null : objectPath(avatarUrl);
  if (path === null) return null;
  try {
    const url = await app.queryClient.fetchQuery(avatarUrlOptions(app.client, path));
    if (url === null) return null;
    const picture = await (await fetch(url)).blob();
    return picture.size <= PICTURE_MAX_BYTES ? await dataUrl(picture) : null;
  } catch (cause) {
    logFailure('The own picture could not be stored on this device.', cause);
    return null;
  }
}

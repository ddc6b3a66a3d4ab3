import { durationLabel } from '../../../packages/domain/src/duration.ts';
import { knownPages, notFound, siteName, type Preview } from './preview.ts';
import type { PublicDrop, PublicProfile, PublicRecords } from '../_shared/public-records.ts';

const dropPath = /^\/(?:voice-drop|embed)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const profilePath = /^\/([A-Za-z0-9._-]{3,30})$/;

/**
 * What a page says about itself.
 *
 * @param path of the page, without its query
 * @throws when the records cannot be read
 */
export async function findPreview(path: string, records: PublicRecords): Promise<Preview> {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
  const known = knownPages.get(trimmed);
  if (known) return known;
  const [, dropId] = dropPath.exec(trimmed) ?? [];
  if (dropId) {
    const drop = await records.findDrop(dropId);
    return drop ? ofDrop(drop) : notFound;
  }
  const [, username] = profilePath.exec(trimmed) ?? [];
  if (username) {
    const profile = await records.findProfile(username);
    return profile ? ofProfile(profile) : notFound;
  }
  return notFound;
}

function ofDrop({ id, title, duration, author }: PublicDrop): Preview {
  const name = author.username ?? 'Anonymous';
  const canonical = `/voice-drop/${id}`;
  return {
    status: 200,
    siteName,
    title: `${title ?? 'Voice Drop'} by @${name}`,
    // As the page says it itself once it runs.
    description: `Listen to a voice drop of ${durationLabel(duration)} by @${name} on Undertone.`,
    canonical,
    type: 'website',
    image: `/functions/v1/preview-image?drop=${id}`,
    embeddable: true,
    indexed: true,
  };
}

function ofProfile({ username, bio, isPrivate }: PublicProfile): Preview {
  return {
    status: 200,
    siteName,
    title: `${username} (@${username.toLowerCase()}) · Undertone`,
    description: bio || `Listen to the voice drops of @${username.toLowerCase()} on Undertone.`,
    canonical: `/${username}`,
    type: 'profile',
    image: `/functions/v1/preview-image?user=${username}`,
    embeddable: false,
    // Who keeps a private account does not want to be found.
    indexed: !isPrivate,
  };
}

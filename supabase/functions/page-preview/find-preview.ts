import { durationLabel } from '../../../packages/domain/src/number-labels.ts';
import { dropPageTitle } from '../../../packages/domain/src/drop-page-title.ts';
import { readPagePath } from '../_shared/page-path.ts';
import { knownPage, notFound, usualPreview, type Preview } from './preview.ts';
import type { PublicDrop, PublicProfile, PublicRecords } from '../_shared/public-records.ts';

/**
 * Finds the preview of a page.
 *
 * @param path of the page, without its query and without a slash at its end
 * @throws when the records cannot be read
 */
export async function findPreview(path: string, records: PublicRecords): Promise<Preview> {
  const known = knownPage(path);
  if (known) return known;
  const page = readPagePath(path);
  if (page.kind === 'other') return notFound;
  if (page.kind === 'profile') {
    const profile = await records.findProfile(page.username);
    return profile ? ofProfile(profile) : notFound;
  }
  const drop = await records.findDrop(page.id);
  return drop ? ofDrop(drop) : notFound;
}

function ofDrop({ id, title, duration, author }: PublicDrop): Preview {
  const name = author.username ?? 'Anonymous';
  const canonical = `/voice-drop/${id}`;
  return {
    ...usualPreview,
    title: dropPageTitle(title, author.username),
    // The same description as the app sets.
    description: `Listen to a voice drop of ${durationLabel(duration)} by @${name} on Undertone.`,
    canonical,
    image: `/functions/v1/preview-image?drop=${id}`,
    embeddable: true,
  };
}

function ofProfile({ username, bio, isPrivate, allowsDownloads }: PublicProfile): Preview {
  return {
    ...usualPreview,
    title: `${username} (@${username.toLowerCase()}) · Undertone`,
    description: bio || `Listen to the voice drops of @${username.toLowerCase()} on Undertone.`,
    canonical: `/${username}`,
    type: 'profile',
    image: `/functions/v1/preview-image?user=${username}`,
    // Private accounts are not listed by search engines.
    indexed: !isPrivate,
    feed: allowsDownloads && !isPrivate ? `/feeds/${username}.xml` : null,
  };
}

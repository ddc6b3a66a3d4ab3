import { durationLabel } from '../../../packages/domain/src/number-labels.ts';
import { dropPageTitle } from '../../../packages/domain/src/drop-page-title.ts';
import { readPagePath } from '../_shared/page-path.ts';
import { staticPage, notFound, defaultPreview, type Preview } from './preview.ts';
import type { PublicDrop, PublicProfile, PublicRecords } from '../_shared/public-records.ts';

/**
 * Finds the preview of a page.
 *
 * @param path of the page, without its query and without a slash at its end
 * @throws when the records cannot be read
 */
export async function findPreview(path: string, records: PublicRecords): Promise<Preview> {
  const known = staticPage(path);
  if (known) return known;
  const page = readPagePath(path);
  if (page.kind === 'other') return notFound;
  if (page.kind === 'profile') {
    const profile = await records.findProfile(page.username);
    if (profile) return profilePreview(profile);
    const renamed = await records.findRenamed(page.username);
    return renamed === null ? notFound : { ...notFound, location: `/${renamed}` };
  }
  const drop = await records.findDrop(page.id);
  return drop ? dropPreview(drop) : notFound;
}

function dropPreview({ id, title, duration, author }: PublicDrop): Preview {
  const name = author.username ?? 'Anonymous';
  const canonical = `/voice-drop/${id}`;
  return {
    ...defaultPreview,
    title: dropPageTitle(title, author.username),
    // The same description as the app sets.
    description: `Listen to a voice drop of ${durationLabel(duration)} by @${name} on Undertone.`,
    canonical,
    image: `/functions/v1/preview-image?drop=${id}`,
    embeddable: true,
  };
}

function profilePreview({ username, bio, isPrivate, allowsDownloads }: PublicProfile): Preview {
  return {
    ...defaultPreview,
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

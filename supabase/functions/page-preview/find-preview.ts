import { tagPath } from '../../../packages/domain/src/hashtag-address.ts';
import { durationLabel } from '../../../packages/domain/src/number-labels.ts';
import { dropPageTitle } from '../../../packages/domain/src/drop-page-title.ts';
import { tagCount } from './preload-responses.ts';
import { readPagePath } from '../_shared/page-path.ts';
import { about, staticPage, notFound, defaultPreview, type Preview } from './preview.ts';
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
  if (page.kind === 'tag') {
    if (!page.isFolded) return { ...notFound, location: tagPath(page.tag) };
    const { body } = await records.read(tagCount(page.tag));
    return tagPreview(page.tag, Number(body[0]?.drop_count ?? 0) > 0);
  }
  if (page.kind === 'profile') {
    const profile = await records.findProfile(page.username);
    if (profile) return profilePreview(profile);
    const renamed = await records.findRenamed(page.username);
    return renamed === null ? notFound : { ...notFound, location: `/${renamed}` };
  }
  const id = page.id.toLowerCase();
  if (id !== page.id) return { ...notFound, location: `/${page.kind}/${id}` };
  const drop = await records.findDrop(page.id);
  return drop ? dropPreview(drop) : notFound;
}

function dropPreview({ id, title, duration, author, isPreviewed }: PublicDrop): Preview {
  const name = author.username ?? 'Anonymous';
  const canonical = `/voice-drop/${id}`;
  if (!isPreviewed) {
    const hidden = { title: 'Voice Drop · Undertone', description: about, indexed: false };
    return { ...defaultPreview, ...hidden, canonical, embeddable: true };
  }
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

/** A hashtag without public drops, or that an operator hides, has a page that says so, and that is not listed. */
function tagPreview(tag: string, hasDrops: boolean): Preview {
  return {
    ...(hasDrops ? { ...defaultPreview, canonical: tagPath(tag) } : notFound),
    title: `#${tag} · Undertone`,
    description: `Listen to the voice drops with #${tag} on Undertone.`,
  };
}

import { hashtagOf } from '../../../packages/domain/src/hashtag-address.ts';

const dropId = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`;
const username = String.raw`[A-Za-z0-9._-]{3,30}`;

const dropPath = new RegExp(`^/(voice-drop|embed)/(${dropId})$`, 'i');
const tagPath = /^\/tag\/([^/]+)$/i;
const profilePath = new RegExp(`^/(${username})$`);

export const isDropId = (text: string): boolean => new RegExp(`^${dropId}$`, 'i').test(text);

/** Whether a text has the form of a username. */
export const isUsername = (text: string): boolean => new RegExp(`^${username}$`).test(text);

/** The page of a drop, its player for other sites, a hashtag, a profile, or a page that is the same for everyone. */
export type PagePath =
  | { kind: 'voice-drop' | 'embed'; id: string }
  /** `isFolded` says whether the path has the hashtag as drops have it. */
  | { kind: 'tag'; tag: string; isFolded: boolean }
  | { kind: 'profile'; username: string }
  | { kind: 'other' };

/** @param path of a page, without its query and without a slash at its end */
export function readPagePath(path: string): PagePath {
  const [, kind, id] = dropPath.exec(path) ?? [];
  if (id) return { kind: kind?.toLowerCase() === 'embed' ? 'embed' : 'voice-drop', id };
  const [, written] = tagPath.exec(path) ?? [];
  if (written !== undefined) return readTag(written);
  const [, name] = profilePath.exec(path) ?? [];
  return name ? { kind: 'profile', username: name } : { kind: 'other' };
}

/** @param written the hashtag as it is written in a path, with or without escapes */
function readTag(written: string): PagePath {
  const name = decode(written);
  const tag = hashtagOf(name);
  return tag === undefined ? { kind: 'other' } : { kind: 'tag', tag, isFolded: tag === name };
}

function decode(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

const dropPath = /^\/(voice-drop|embed)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const profilePath = /^\/([A-Za-z0-9._-]{3,30})$/;

/** What a path leads to: the page of a drop or its player in other sites, somebody's profile, or a page by its name. */
export type PagePath =
  | { kind: 'voice-drop' | 'embed'; id: string }
  | { kind: 'profile'; username: string }
  | { kind: 'other' };

/** @param path of a page, without its query; a slash at its end says nothing */
export function readPagePath(path: string): PagePath {
  const [, kind, id] = dropPath.exec(path) ?? [];
  if (id) return { kind: kind?.toLowerCase() === 'embed' ? 'embed' : 'voice-drop', id };
  const [, username] = profilePath.exec(path) ?? [];
  return username ? { kind: 'profile', username } : { kind: 'other' };
}

import { dropFromRow, type Drop, type DropRow } from '#features/drops/drop.ts';
import { readDocumentResponses } from './document-responses.ts';

/** The drops in the document's responses, in the order in which the page shows them. */
export function readPageDrops(page: Document): Drop[] {
  return readDocumentResponses<DropRow>(page)
    .filter(({ path }) => path.startsWith('/rest/v1/voice_drops?'))
    .flatMap(({ body }) => body.map(dropFromRow));
}

export const isDropPage = (path: string): boolean => /^\/voice-drop\//i.test(path);

/** The name of the list that the app makes of the page's drops, so that it goes on where the early page stopped. */
export function nameOfList(path: string, [first]: readonly Drop[]): string {
  if (/^\/feed\/?$/i.test(path)) return 'recent';
  if (isDropPage(path)) return `drop ${first?.id}`;
  const [, tag] = /^\/tag\/([^/]+)/i.exec(path) ?? [];
  if (tag !== undefined) return `tag newest ${decodeURIComponent(tag)}`;
  return `author ${first?.author.userId}`;
}

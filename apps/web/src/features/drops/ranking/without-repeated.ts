import type { InfiniteData } from '@tanstack/react-query';
import type { Drop } from '#features/drops/drop.ts';

/**
 * A list by places without the drops of earlier pages, of which one comes again when it has lost its
 * place meanwhile.
 */
export function withoutRepeated<Page extends { items: Drop[] }, Start>(
  list: InfiniteData<Page, Start>,
): InfiniteData<Page, Start> {
  const seen = new Set<string>();
  const pages = list.pages.map((page) => {
    const items = page.items.filter(({ id }) => !seen.has(id));
    for (const { id } of items) seen.add(id);
    return items.length === page.items.length ? page : { ...page, items };
  });
  return { ...list, pages };
}

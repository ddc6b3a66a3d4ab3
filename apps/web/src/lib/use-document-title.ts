import { useEffect } from 'react';

export const SITE_NAME = 'Undertone';

/** What the document's title is made of: what stands before the page's name, and that name. */
const title = { prefix: '', page: '' };

/** Changes a part of the document's title. */
export function changeTitle(change: Partial<typeof title>): void {
  // The server has named the page that the document begins with.
  title.page ||= document.title;
  Object.assign(title, change);
  document.title = title.prefix + title.page;
}

/** Sets the document's title while the component is mounted, e.g. `Record · Undertone`. */
export function useDocumentTitle(page: string): void {
  useEffect(() => {
    changeTitle({ page: `${page} · ${SITE_NAME}` });
    return () => changeTitle({ page: SITE_NAME });
  }, [page]);
}

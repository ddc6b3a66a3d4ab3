import { useEffect } from 'react';

export const SITE_NAME = 'Undertone';

/** Names the browser's tab while the component is on the page: `Record · Undertone`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${SITE_NAME}`;
    return () => {
      document.title = SITE_NAME;
    };
  }, [title]);
}

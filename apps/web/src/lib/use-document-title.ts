import { useEffect } from 'react';

export const SITE_NAME = 'Undertone';

/** Sets the document's title while the component is mounted, e.g. `Record · Undertone`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${SITE_NAME}`;
    return () => {
      document.title = SITE_NAME;
    };
  }, [title]);
}

import { useEffect } from 'react';

const NAME = 'Undertone';

/** Names the browser's tab while the component is on the page: `Record · Undertone`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${NAME}`;
    return () => {
      document.title = NAME;
    };
  }, [title]);
}

import { useEffect } from 'react';

interface PageMeta {
  /** The whole name of the browser's tab. */
  title: string;
  description: string;
  /** The page's own address. */
  url: string;
}

/**
 * Says what the page is, to the browser and to those who make previews of it,
 * while the component is on the page. Then everything is as it was.
 */
export function usePageMeta({ title, description, url }: PageMeta): void {
  useEffect(() => {
    const titleBefore = document.title;
    document.title = title;
    const restore = [
      setMeta('name', 'description', description),
      setMeta('property', 'og:title', title),
      setMeta('property', 'og:description', description),
      setMeta('property', 'og:type', 'website'),
      setMeta('property', 'og:url', url),
    ];
    return () => {
      document.title = titleBefore;
      for (const undo of restore) undo();
    };
  }, [title, description, url]);
}

/** @returns what takes it back */
function setMeta(attribute: 'name' | 'property', key: string, content: string): () => void {
  const present = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  if (present) {
    const before = present.content;
    present.content = content;
    return () => void (present.content = before);
  }
  const added = document.createElement('meta');
  added.setAttribute(attribute, key);
  added.content = content;
  document.head.append(added);
  return () => added.remove();
}

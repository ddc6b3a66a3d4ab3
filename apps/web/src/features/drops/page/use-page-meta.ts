import { useEffect } from 'react';
import { SITE_NAME } from '#lib/use-document-title.ts';

/** The site's description, as in index.html. */
export const SITE_DESCRIPTION =
  'Undertone is a social app for voice: record up to a minute, mask your voice, post it, listen.';

interface PageMeta {
  /** The whole name of the browser's tab. */
  title: string;
  description: string;
  /** The page's own address. */
  url: string;
}

/**
 * Sets the document's title and its tags for previews while the component is mounted. Afterwards
 * they are the site's own, also where the server sent the document with the tags of this page.
 */
export function usePageMeta({ title, description, url }: PageMeta): void {
  useEffect(() => {
    if (metaTag('property', 'og:url').content !== url) forgetPage();
    const openGraph = {
      'og:title': title,
      'og:description': description,
      'og:type': 'website',
      'og:url': url,
    };
    document.title = title;
    metaTag('name', 'description').content = description;
    for (const [property, content] of Object.entries(openGraph)) {
      metaTag('property', property).content = content;
    }
    return () => {
      document.title = SITE_NAME;
      metaTag('name', 'description').content = SITE_DESCRIPTION;
      forgetPage();
    };
  }, [title, description, url]);
}

/** Tags that the server sends for one page only, and that are wrong for every other. */
const OF_THE_PAGE =
  'meta[property^="og:"], meta[name^="twitter:"], meta[name="robots"], ' +
  'link[rel="canonical"], link[type="application/json+oembed"]';

function forgetPage(): void {
  for (const tag of document.head.querySelectorAll(OF_THE_PAGE)) tag.remove();
}

/** A tag of the document's head, made where there is none. */
function metaTag(attribute: 'name' | 'property', key: string): HTMLMetaElement {
  const present = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  if (present) return present;
  const tag = document.createElement('meta');
  tag.setAttribute(attribute, key);
  document.head.append(tag);
  return tag;
}

import { useEffect } from 'react';
import { SITE_NAME } from '#lib/use-document-title.ts';

/** What index.html says of the site. */
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
 * Says what the page is, to the browser and to those who make previews of it,
 * while the component is on the page. Then the document is the site's again,
 * also where it came with the tags of this page.
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

/** What the server says of one page and not of the site: wrong as soon as another one is shown. */
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

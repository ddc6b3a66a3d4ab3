import { useEffect } from 'react';
import { changeTitle, SITE_NAME } from '#lib/use-document-title.ts';

/** The site's description, as in index.html. */
export const SITE_DESCRIPTION =
  'Undertone is a social app for voice: record up to a minute, mask your voice, post it, listen.';

interface PageMeta {
  /** The complete title of the document. */
  title: string;
  description: string;
  /** The page's own address. */
  url: string;
}

/**
 * Sets the document's title and its tags for previews while the component is mounted, then restores
 * those of the site, also if the server sent the document with this page's tags.
 */
export function usePageMeta({ title, description, url }: PageMeta): void {
  useEffect(() => {
    if (metaTag('property', 'og:url').content !== url) removePageTags();
    const openGraph = {
      'og:title': title,
      'og:description': description,
      'og:type': 'website',
      'og:url': url,
    };
    changeTitle({ page: title });
    metaTag('name', 'description').content = description;
    for (const [property, content] of Object.entries(openGraph)) {
      metaTag('property', property).content = content;
    }
    return () => {
      changeTitle({ page: SITE_NAME });
      metaTag('name', 'description').content = SITE_DESCRIPTION;
      removePageTags();
    };
  }, [title, description, url]);
}

/** Tags that apply to one page only. */
const PAGE_TAGS =
  'meta[property^="og:"], meta[name^="twitter:"], meta[name="robots"], ' +
  'link[rel="canonical"], link[type="application/json+oembed"]';

function removePageTags(): void {
  for (const tag of document.head.querySelectorAll(PAGE_TAGS)) tag.remove();
}

/** A tag in the document's head; created if missing. */
function metaTag(attribute: 'name' | 'property', key: string): HTMLMetaElement {
  const present = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  if (present) return present;
  const tag = document.createElement('meta');
  tag.setAttribute(attribute, key);
  document.head.append(tag);
  return tag;
}

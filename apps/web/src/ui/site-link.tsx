import { createContext, use, type ComponentProps, type MouseEvent } from 'react';

/** Goes to an address of the site without loading a document. Without one, links are plain links. */
export const SiteNavigation = createContext<((href: string) => void) | undefined>(undefined);

/** A link within the site that works with the app's router, and where there is none. */
export function SiteLink({
  href,
  onClick,
  children,
  ...rest
}: ComponentProps<'a'> & { href: string }) {
  const navigate = use(SiteNavigation);

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!navigate || elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    navigate(href);
  };

  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

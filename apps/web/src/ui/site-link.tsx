import { createContext, use, type ComponentProps, type MouseEvent } from 'react';

/** Navigates to a path of the site by the router. Undefined in documents without a router, where links load a document. */
export const SiteNavigation = createContext<((href: string) => void) | undefined>(undefined);

/** A link within the site that works with and without a router. */
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

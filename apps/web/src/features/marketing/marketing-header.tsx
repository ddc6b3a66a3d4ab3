import { hasStoredSession } from '#lib/has-stored-session.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Wordmark } from '#ui/logo.tsx';
import { SiteLink } from '#ui/site-link.tsx';
import { ExploreButton } from './explore-button.tsx';

interface MarketingHeaderProps {
  /** Label of the sign-in link: 'log in' on the landing page, 'join now' on the other public pages. */
  signInLabel: 'log in' | 'join now';
}

/** The header of every public page: home, about, members, and the sign-in link; for members, the link to their feed. */
export function MarketingHeader({ signInLabel }: MarketingHeaderProps) {
  const isMember = hasStoredSession();
  return (
    <header className="mx-auto flex min-h-20 w-full max-w-6xl flex-wrap items-center justify-between gap-2 py-2 px-6 sm:px-10">
      <SiteLink href="/" aria-label="Undertone" className="rounded-sm">
        <Wordmark />
      </SiteLink>
      <nav aria-label="Main" className="flex items-center gap-1 sm:gap-2">
        <SiteLink
          href="/about"
          className={`${buttonClass({ variant: 'quiet', size: 'sm' })} max-sm:hidden`}
        >
          about
        </SiteLink>
        <ExploreButton
          label="explore"
          className={`${buttonClass({ variant: 'quiet', size: 'sm' })} max-sm:px-2`}
        />
        <SiteLink href={isMember ? '/app' : '/auth'} className={buttonClass({ size: 'sm' })}>
          <span className="max-sm:hidden">{isMember ? 'your feed' : signInLabel}</span>
          <span className="sm:hidden">{isMember ? 'Feed' : 'Join'}</span>
        </SiteLink>
      </nav>
    </header>
  );
}

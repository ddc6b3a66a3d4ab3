import { Link } from '@tanstack/react-router';
import { Bell, Menu } from 'lucide-react';
import { useSession } from '#features/session/session-context.ts';
import { buttonClass } from '#ui/button-class.ts';
import { IconButton, iconButtonClass } from '#ui/icon-button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LogoMark } from '#ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { SearchBox } from './search-box.tsx';

const NotificationBell = lazyPart(() => import('#features/notifications/notification-bell.tsx'), {
  fallback: <BellLink />,
});

/** The bar above the page. What it hides on a phone while the page is scrolled down is in top-bar.css. */
export function TopBar({ onOpenDrawer }: { onOpenDrawer: () => void }) {
  const { status } = useSession();
  return (
    <header className="top-bar sticky top-0 z-20 flex h-(--top-bar-height) items-center gap-2 border-b border-line bg-paper px-3 md:gap-4 md:px-8">
      <IconButton label="Open menu" onClick={onOpenDrawer} className="md:hidden">
        <Menu />
      </IconButton>
      <Link
        to={status === 'signed-in' ? '/app' : '/'}
        aria-label="Undertone"
        className="may-hide mr-1 rounded-sm p-1 max-[22.4rem]:hidden md:hidden"
      >
        <LogoMark />
      </Link>
      {status === 'signed-in' && <MemberTools />}
      {(status === 'signed-out' || status === 'second-step') && <VisitorTools />}
    </header>
  );
}

function MemberTools() {
  const { user } = useSession();
  return (
    <>
      <SearchBox className="min-w-0 grow md:max-w-md" />
      <div className="may-hide ml-auto flex items-center gap-2">
        {user && <NotificationBell userId={user.id} />}
        <AccountMenu />
      </div>
    </>
  );
}

/** Shown until the bell's code has arrived: a link to the page that the bell shows a part of. */
function BellLink() {
  return (
    <Link to="/notifications" aria-label="Notifications" className={iconButtonClass()}>
      <Bell />
    </Link>
  );
}

function VisitorTools() {
  return (
    <div className="ml-auto flex items-center gap-2">
      {/* Not on the narrowest phones with large text; the drawer has the same link. */}
      <Link
        to="/auth"
        className={`${buttonClass({ variant: 'quiet', size: 'sm' })} max-[12rem]:hidden`}
      >
        Sign In
      </Link>
      <Link to="/auth" search={{ tab: 'sign-up' }} className={buttonClass({ size: 'sm' })}>
        Join Now
      </Link>
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Badge } from '#ui/badge.tsx';
import type { DeskRole } from './desk-queries.ts';
import { deskScreens } from './desk-screens.ts';
import { FactorDialog } from './factor-dialog.tsx';
import { roleNames } from './role-names.ts';
import { useRefusedFactor } from './use-refused-factor.ts';

interface DeskFrameProps {
  userId: string;
  role: DeskRole;
  path: string;
  notFound: ReactNode;
}

/** The desk's heading and navigation around its current screen. */
export function DeskFrame({ userId, role, path, notFound }: DeskFrameProps) {
  const [isRefused, readAgain, close] = useRefusedFactor();
  const screens = deskScreens.filter(({ forAdmins }) => !forAdmins || role === 'admin');
  const [name = '', ...rest] = path.split('/');
  const screen = name === '' ? screens[0] : screens.find((each) => each.path === name);
  useDocumentTitle(screen ? `${screen.label} · Desk` : 'Desk');
  if (!screen) return notFound;
  const { Screen } = screen;
  return (
    <div className="mx-auto w-full max-w-5xl">
      <div className="flex items-center gap-3">
        <h1 className="text-3xl sm:text-4xl">Desk</h1>
        <Badge>{roleNames[role]}</Badge>
      </div>
      <nav aria-label="Desk" className="mt-5 mb-7 border-b border-line">
        {/* One row, which scrolls where it is too long, and fades there. */}
        <ul className="relative -mx-4 -mb-px flex [scrollbar-width:none] gap-x-1 overflow-x-auto overscroll-x-contain [mask-image:linear-gradient(to_right,transparent,black_1rem,black_calc(100%-1rem),transparent)] px-4">
          {screens.map(({ path: to, label, icon: Icon }) => {
            const isCurrent = to === screen.path;
            return (
              <li key={to} className="shrink-0">
                <Link
                  ref={isCurrent ? scrollToTab : undefined}
                  to="/desk/$"
                  params={{ _splat: to }}
                  aria-current={isCurrent ? 'page' : undefined}
                  className={clsx(
                    'flex min-h-11 items-center gap-2 rounded-t-sm border-b-2 px-3.5 text-[0.9375rem] font-medium whitespace-nowrap transition-colors',
                    'focus-visible:-outline-offset-2 [&_svg]:size-4 max-xl:[&_svg]:hidden',
                    isCurrent
                      ? 'border-ink text-ink'
                      : 'border-transparent text-ink-faint hover:text-ink',
                  )}
                >
                  <Icon aria-hidden="true" />
                  {label}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <Screen userId={userId} role={role} rest={rest.join('/')} />
      {isRefused && <FactorDialog userId={userId} onVerified={readAgain} onClose={close} />}
    </div>
  );
}

/** Scrolls the row of tabs so that one is in its middle. */
function scrollToTab(tab: HTMLElement | null): void {
  const row = tab?.closest('ul');
  if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

import { Link, type LinkProps } from '@tanstack/react-router';
import { Compass, House, MessageCircle, Mic } from 'lucide-react';
import type { ReactNode } from 'react';
import { OwnAvatar } from '#features/people/own-avatar.tsx';
import { useSession } from '#features/session/session-context.ts';
import { mainLinks } from './navigation.ts';

/** The navigation at the bottom of narrow screens, for members. */
export function BottomBar() {
  const { status } = useSession();
  if (status !== 'signed-in') return null;
  return (
    <nav
      aria-label="Quick"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="mx-auto flex h-15 max-w-md items-center justify-around px-2">
        <Item to="/app" label="Home" icon={<House />} />
        <Item to="/explore" label="Explore" icon={<Compass />} />
        <li>
          <Link
            to="/record"
            aria-label="Record"
            className="grid size-12 place-items-center rounded-full bg-voice text-voice-ink transition-[background-color,scale] hover:bg-voice-deep active:scale-95"
          >
            <Mic className="size-5.5" />
          </Link>
        </li>
        <Item {...mainLinks[3].link} label="Messages" icon={<MessageCircle />} />
        <Item
          to="/profile"
          label="Profile"
          icon={
            <OwnAvatar
              size="sm"
              className="ring-ink ring-offset-2 ring-offset-paper group-data-[status=active]:ring-2"
            />
          }
        />
      </ul>
    </nav>
  );
}

interface ItemProps extends LinkProps {
  label: string;
  icon: ReactNode;
}

function Item({ label, icon, ...link }: ItemProps) {
  return (
    <li>
      <Link
        {...link}
        aria-label={label}
        className="group grid size-12 place-items-center rounded-full text-ink-faint transition-colors data-[status=active]:text-ink [&>svg]:size-6 data-[status=active]:[&>svg]:stroke-[2.4]"
      >
        {icon}
      </Link>
    </li>
  );
}

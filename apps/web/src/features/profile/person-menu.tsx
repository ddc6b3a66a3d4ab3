import { Ellipsis } from 'lucide-react';
import type { Profile } from '#features/people/profile.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { NAMELESS } from './profile-header.tsx';

const ReportOrBlockMenu = lazyPopup(() => import('#features/drops/menu/report-or-block-menu.tsx'));

/** The menu of another person's profile: report or block them. */
export function PersonMenu({ person }: { person: Profile }) {
  const { userId, username, isBlocked } = person;
  return (
    <MenuButton
      renderTrigger={(props) => (
        <IconButton {...props} label={`Options for ${username}`} tooltip="Options">
          <Ellipsis />
        </IconButton>
      )}
    >
      {(menu) => (
        <ReportOrBlockMenu
          {...menu}
          reported={{ kind: 'person', id: userId, name: username ?? NAMELESS }}
          person={person}
          isBlocked={isBlocked}
        />
      )}
    </MenuButton>
  );
}

import { Ellipsis } from 'lucide-react';
import type { Profile } from '#features/people/profile.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';

const PersonMenuPopup = lazyPopup(() => import('./person-menu-popup.tsx'));

/** The menu of another person's profile: their podcast feed, report or block them. */
export function PersonMenu({ person }: { person: Profile }) {
  return (
    <MenuButton
      renderTrigger={(props) => (
        <IconButton {...props} label={`Options for ${person.username}`} tooltip="Options">
          <Ellipsis />
        </IconButton>
      )}
    >
      {(menu) => <PersonMenuPopup {...menu} person={person} />}
    </MenuButton>
  );
}

import { Ellipsis } from 'lucide-react';
import type { Profile } from '#features/people/profile.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';

const PersonMenuEntries = lazyPopup(() => import('./person-menu-entries.tsx'));

/** The menu of another person's profile: report or block them. */
export function PersonMenu({ person }: { person: Profile }) {
  return (
    <MenuButton
      renderTrigger={(props) => (
        <IconButton {...props} label={`Options for ${person.username}`} tooltip="Options">
          <Ellipsis />
        </IconButton>
      )}
    >
      {(menu) => <PersonMenuEntries {...menu} person={person} />}
    </MenuButton>
  );
}

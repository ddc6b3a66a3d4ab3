import { Ellipsis } from 'lucide-react';
import { lazy } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { MenuButton } from '#ui/menu.tsx';
import type { Profile } from './queries.ts';

const loadEntries = () => import('./person-menu-entries.tsx');
const PersonMenuEntries = lazy(loadEntries);

/** What a member can do about someone else: report them, and block them. */
export function PersonMenu({ person }: { person: Profile }) {
  return (
    <MenuButton
      load={loadEntries}
      renderTrigger={(props) => (
        <IconButton {...props} label={`Options for ${person.username}`} tooltip="Options">
          <Ellipsis />
        </IconButton>
      )}
    >
      {(menu) => <PersonMenuEntries person={person} menu={menu} />}
    </MenuButton>
  );
}

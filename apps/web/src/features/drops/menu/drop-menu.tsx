import { Ellipsis } from 'lucide-react';
import { lazy } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { MenuButton } from '#ui/menu.tsx';
import type { Drop } from '#features/drops/drop.ts';

const loadOwn = () => import('./own-drop-menu.tsx');
const loadOthers = () => import('./others-drop-menu.tsx');
const OwnDropMenu = lazy(loadOwn);
const OthersDropMenu = lazy(loadOthers);

/** What else can be done with a drop, by its owner and by other members; nothing for visitors. */
export function DropMenu({ drop, isOwn }: { drop: Drop; isOwn: boolean }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <MenuButton
      load={isOwn ? loadOwn : loadOthers}
      renderTrigger={(props) => (
        <IconButton
          {...props}
          label={`Options for ${drop.title}`}
          tooltip="Options"
          size="sm"
          className="-mr-2.5"
        >
          <Ellipsis />
        </IconButton>
      )}
    >
      {(menu) =>
        isOwn ? (
          <OwnDropMenu drop={drop} menu={menu} />
        ) : (
          <OthersDropMenu drop={drop} viewerId={user.id} menu={menu} />
        )
      }
    </MenuButton>
  );
}

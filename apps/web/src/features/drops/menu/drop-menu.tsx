import { Ellipsis } from 'lucide-react';
import { useSession } from '#features/session/session-context.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import type { Drop } from '#features/drops/drop.ts';

const OwnDropMenu = lazyPopup(() => import('./own-drop-menu.tsx'));
const OthersDropMenu = lazyPopup(() => import('./others-drop-menu.tsx'));

/** The menu of a drop, for its owner and for other members; visitors have none. */
export function DropMenu({ drop, isOwn }: { drop: Drop; isOwn: boolean }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <MenuButton
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
          <OwnDropMenu {...menu} drop={drop} />
        ) : (
          <OthersDropMenu {...menu} drop={drop} viewerId={user.id} />
        )
      }
    </MenuButton>
  );
}

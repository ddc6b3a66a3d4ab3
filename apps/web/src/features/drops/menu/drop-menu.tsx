import { Ellipsis } from 'lucide-react';
import { CardAction } from '#features/drops/card/card-action.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import type { Drop } from '#features/drops/drop.ts';

const OwnDropMenu = lazyPopup(() => import('./own-drop-menu.tsx'));
const OthersDropMenu = lazyPopup(() => import('./others-drop-menu.tsx'));

interface DropMenuProps {
  drop: Drop;
  isOwn: boolean;
  viewerId: string;
}

/** The menu of a drop, for its owner and for other members. */
export function DropMenu({ drop, isOwn, viewerId }: DropMenuProps) {
  return (
    <MenuButton
      renderTrigger={(props) => (
        <CardAction {...props} label={`Options for ${drop.title}`} tooltip="Options">
          <Ellipsis />
        </CardAction>
      )}
    >
      {(menu) =>
        isOwn ? (
          <OwnDropMenu {...menu} drop={drop} />
        ) : (
          <OthersDropMenu {...menu} drop={drop} viewerId={viewerId} />
        )
      }
    </MenuButton>
  );
}

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { CardAction } from './card-action.tsx';
import type { Drop } from '#features/drops/drop.ts';

const ShareMenu = lazyPopup(() => import('#features/drops/menu/share-menu.tsx'));

/** Opens the menu that shares a drop. */
export function ShareButton({ drop, isOwn }: { drop: Drop; isOwn: boolean }) {
  const [preparing, setPreparing] = useState(false);
  return (
    <MenuButton
      renderTrigger={(props) => (
        <CardAction {...props} label={`Share ${drop.title}`} tooltip="Share" aria-busy={preparing}>
          {preparing ? <Spinner /> : <Share2 />}
        </CardAction>
      )}
    >
      {(menu) => <ShareMenu {...menu} drop={drop} isOwn={isOwn} onPreparing={setPreparing} />}
    </MenuButton>
  );
}

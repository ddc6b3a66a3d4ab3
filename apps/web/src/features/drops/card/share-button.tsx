import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { shareLinkWithToast } from '#features/drops/menu/share-link.ts';

const ShareMenu = lazyPopup(() => import('#features/drops/menu/share-menu.tsx'));

/** Shares a drop's address or, where the audio may be downloaded too, opens a menu. */
export function ShareButton({ drop, isOwn }: { drop: Drop; isOwn: boolean }) {
  const [preparing, setPreparing] = useState(false);
  const link = { url: `${location.origin}/voice-drop/${drop.id}`, title: drop.title };
  const look = {
    label: `Share ${drop.title}`,
    tooltip: 'Share',
    size: 'sm',
    className: '-mx-2.5',
  } as const;

  if (!isOwn && !drop.author.allowsDownloads) {
    return (
      <IconButton {...look} onClick={() => void shareLinkWithToast(link)}>
        <Share2 />
      </IconButton>
    );
  }
  return (
    <MenuButton
      renderTrigger={(props) => (
        <IconButton {...look} {...props} aria-busy={preparing}>
          {preparing ? <Spinner /> : <Share2 />}
        </IconButton>
      )}
    >
      {(menu) => <ShareMenu {...menu} drop={drop} link={link} onPreparing={setPreparing} />}
    </MenuButton>
  );
}

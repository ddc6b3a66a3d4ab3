import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { logFailure } from '#lib/log.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.ts';
import type { Drop } from '#features/drops/drop.ts';
import { shareLink } from '#features/drops/menu/share-link.ts';

const ShareMenu = lazyPopup(() => import('#features/drops/menu/share-menu.tsx'));

/**
 * Shares a drop. A press shares its address or, where the audio may be downloaded too, opens a menu.
 */
export function ShareButton({ drop, isOwn }: { drop: Drop; isOwn: boolean }) {
  const [preparing, setPreparing] = useState(false);
  const url = `${location.origin}/voice-drop/${drop.id}`;
  const look = {
    label: `Share ${drop.title}`,
    tooltip: 'Share',
    size: 'sm',
    className: '-mx-2.5',
  } as const;

  const share = async () => {
    try {
      if ((await shareLink({ url, title: drop.title })) === 'copied') toast.success('Link copied!');
    } catch (cause) {
      logFailure('The drop could not be shared.', cause);
      toast.error('Share failed', {
        description: 'Unable to share or copy link. Please try again.',
      });
    }
  };

  if (!isOwn && !drop.author.allowsDownloads) {
    return (
      <IconButton {...look} onClick={() => void share()}>
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
      {(menu) => (
        <ShareMenu
          drop={drop}
          url={url}
          {...menu}
          onShare={() => void share()}
          onPreparing={setPreparing}
        />
      )}
    </MenuButton>
  );
}

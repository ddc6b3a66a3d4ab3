import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { lazyPopup, toastMissingCode } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { CardAction } from './card-action.tsx';
import type { Drop } from '#features/drops/drop.ts';
import type { SharedLink } from '#features/drops/menu/share-link.ts';

const ShareMenu = lazyPopup(() => import('#features/drops/menu/share-menu.tsx'));

/** Shares a drop's address by the system's dialog. Where there is none, or the audio may be downloaded, opens a menu. */
export function ShareButton({ drop, isOwn }: { drop: Drop; isOwn: boolean }) {
  const [preparing, setPreparing] = useState(false);
  const link = { url: `${location.origin}/voice-drop/${drop.id}`, title: drop.title };
  const look = { label: `Share ${drop.title}`, tooltip: 'Share' };

  const mayDownload = isOwn || drop.author.allowsDownloads;

  if ('share' in navigator && !mayDownload) {
    return (
      <CardAction {...look} onClick={() => void share(link)}>
        <Share2 />
      </CardAction>
    );
  }
  return (
    <MenuButton
      renderTrigger={(props) => (
        <CardAction {...look} {...props} aria-busy={preparing}>
          {preparing ? <Spinner /> : <Share2 />}
        </CardAction>
      )}
    >
      {(menu) => (
        <ShareMenu
          {...menu}
          drop={drop}
          mayDownload={mayDownload}
          link={link}
          onPreparing={setPreparing}
        />
      )}
    </MenuButton>
  );
}

/** The code is fetched by the press: it is not needed for the first screen. */
const share = (link: SharedLink) =>
  import('#features/drops/menu/share-link.ts').then(
    ({ shareLink }) => shareLink(link),
    toastMissingCode,
  );

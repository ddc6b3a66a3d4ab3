import { Download, Link, Share2 } from 'lucide-react';
import { useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { toast } from '#ui/toast.ts';
import { downloadAudio } from './download-audio.ts';
import { copyLink, shareLink, type SharedLink } from './share-link.ts';
import type { Drop } from '#features/drops/drop.ts';

interface ShareMenuProps extends MenuState {
  drop: Drop;
  link: SharedLink;
  /** Called when the preparation of a download begins and ends. */
  onPreparing: (preparing: boolean) => void;
}

/** The menu that shares a drop whose audio may be downloaded. */
export default function ShareMenu(props: ShareMenuProps) {
  const { drop, link, onPreparing, ...menu } = props;
  const client = useClient();

  const download = async () => {
    onPreparing(true);
    try {
      await downloadAudio(client, drop);
    } catch (cause) {
      logFailure('The audio could not be downloaded.', cause);
      toast.error('Download failed', {
        description: 'Unable to download this voice drop. Please try again.',
      });
    } finally {
      onPreparing(false);
    }
  };

  const shareVia: MenuEntry = {
    label: 'Share via...',
    icon: <Share2 />,
    onSelect: () => void shareLink(link),
  };
  return (
    <MenuPopup
      {...menu}
      entries={[
        { label: 'Copy link', icon: <Link />, onSelect: () => void copyLink(link.url) },
        ...('share' in navigator ? [shareVia] : []),
        { label: 'Download', icon: <Download />, onSelect: () => void download() },
      ]}
    />
  );
}

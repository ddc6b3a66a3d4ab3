import { Download, Link, Share2 } from 'lucide-react';
import { useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { toast } from '#ui/toast.ts';
import { downloadAudio } from './download-audio.ts';
import type { Drop } from '#features/drops/drop.ts';

interface ShareMenuProps extends MenuState {
  drop: Drop;
  /** The address of its page. */
  url: string;
  /** Shares the address through the system's own dialog. */
  onShare: () => void;
  /** Called when the preparation of a download begins and ends. */
  onPreparing: (preparing: boolean) => void;
}

/** The menu that shares a drop whose audio may be downloaded. */
export default function ShareMenu(props: ShareMenuProps) {
  const { drop, url, onShare, onPreparing, ...menu } = props;
  const client = useClient();

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success('Link copied!');
    } catch (cause) {
      logFailure('The link could not be copied.', cause);
      toast.error('Failed to copy link');
    }
  };

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

  const shareVia: MenuEntry = { label: 'Share via...', icon: <Share2 />, onSelect: onShare };
  return (
    <MenuPopup
      {...menu}
      entries={[
        { label: 'Copy link', icon: <Link />, onSelect: () => void copy() },
        ...('share' in navigator ? [shareVia] : []),
        { label: 'Download', icon: <Download />, onSelect: () => void download() },
      ]}
    />
  );
}

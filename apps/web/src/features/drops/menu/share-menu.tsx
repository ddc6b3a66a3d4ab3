import { Download, Forward, Link, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { toast } from '#ui/toast.ts';
import { downloadAudio } from './download-audio.ts';
import ShareLinkDialog from './share-link-dialog.tsx';
import { copyLink, shareLink, type SharedLink } from './share-link.ts';
import type { Drop } from '#features/drops/drop.ts';

interface ShareMenuProps extends MenuState {
  drop: Drop;
  /** Whether the viewer may download the audio. */
  mayDownload: boolean;
  link: SharedLink;
  /** Called when the preparation of a download begins and ends. */
  onPreparing: (preparing: boolean) => void;
}

/** The menu that shares a drop. */
export default function ShareMenu(props: ShareMenuProps) {
  const { drop, mayDownload, link, onPreparing, ...menu } = props;
  const client = useClient();
  const [isElsewhere, setElsewhere] = useState(false);

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
  const downloadEntry: MenuEntry = {
    label: 'Download',
    icon: <Download />,
    onSelect: () => void download(),
  };
  return (
    <>
      <MenuPopup
        {...menu}
        entries={[
          { label: 'Copy link', icon: <Link />, onSelect: () => void copyLink(link.url) },
          ...('share' in navigator ? [shareVia] : []),
          { label: 'More ways to share', icon: <Forward />, onSelect: () => setElsewhere(true) },
          ...(mayDownload ? [downloadEntry] : []),
        ]}
      />
      {isElsewhere && (
        <ShareLinkDialog
          open
          onOpenChange={setElsewhere}
          heading="Share this voice drop"
          link={link}
          fileName="undertone-voice-drop.png"
        />
      )}
    </>
  );
}

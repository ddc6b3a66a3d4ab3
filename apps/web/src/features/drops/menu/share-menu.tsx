import { durationLabel } from '@undertone/domain/number-labels';
import { Clock, Code, Download, Film, Forward, Link, Share2 } from 'lucide-react';
import { useState } from 'react';
import { momentUrl, SHARE_MOMENT } from '#features/player/use-share-moment.ts';
import { usePlayer } from '#features/player/use-player.ts';
import { useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { toast } from '#ui/toast.ts';
import { downloadAudio } from './download-audio.ts';
import EmbedDialog from './embed-dialog.tsx';
import ShareLinkDialog from './share-link-dialog.tsx';
import { copyLink, shareLink } from '#ui/share-link.ts';
import { ANONYMOUS, type Drop } from '#features/drops/drop.ts';

const VideoDialog = lazyPopup(() => import('#features/drops/video/video-dialog.tsx'), {
  preload: 'intent',
});

interface ShareMenuProps extends MenuState {
  drop: Drop;
  /** Whether the viewer posted it. */
  isOwn: boolean;
  /** Called when the preparation of a download begins and ends. */
  onPreparing: (preparing: boolean) => void;
}

/** The menu that shares a drop. */
export default function ShareMenu(props: ShareMenuProps) {
  const { drop, isOwn, onPreparing, ...menu } = props;
  const client = useClient();
  const [dialog, setDialog] = useState<'elsewhere' | 'embed' | 'video'>();
  const moment = useMomentAtOpening(drop.id, menu.open);
  const link = { url: momentUrl(drop.id, 0), title: drop.title };

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

  const shareMoment: MenuEntry = {
    label: `${SHARE_MOMENT} (${durationLabel(moment)})`,
    icon: <Clock />,
    onSelect: () => void shareLink({ ...link, url: momentUrl(drop.id, moment) }),
  };
  const shareVia: MenuEntry = {
    label: 'Share via...',
    icon: <Share2 />,
    onSelect: () => void shareLink(link),
  };
  const embed: MenuEntry = {
    label: 'Embed',
    icon: <Code />,
    onSelect: () => setDialog('embed'),
  };
  const video: MenuEntry = {
    label: 'Share as video',
    icon: <Film />,
    onSelect: () => setDialog('video'),
  };
  const downloadEntry: MenuEntry = {
    label: 'Download',
    icon: <Download />,
    onSelect: () => void download(),
  };
  const close = () => setDialog(undefined);
  const audience = audienceOf(drop, isOwn);
  return (
    <>
      <MenuPopup
        {...menu}
        header={audience && <p className="max-w-72 text-sm text-ink-soft">{audience}</p>}
        entries={[
          { label: 'Copy link', icon: <Link />, onSelect: () => void copyLink(link.url) },
          ...(moment >= 1 ? [shareMoment] : []),
          ...('share' in navigator ? [shareVia] : []),
          {
            label: 'More ways to share',
            icon: <Forward />,
            onSelect: () => setDialog('elsewhere'),
          },
          ...(drop.privacyLevel === 'public' ? [embed] : []),
          ...(isOwn || drop.author.allowsDownloads ? [video, downloadEntry] : []),
        ]}
      />
      {dialog === 'elsewhere' && (
        <ShareLinkDialog
          open
          onOpenChange={close}
          heading="Share this voice drop"
          link={link}
          fileName="undertone-voice-drop.png"
        />
      )}
      {dialog === 'embed' && <EmbedDialog open onOpenChange={close} drop={drop} />}
      <VideoDialog open={dialog === 'video'} onOpenChange={close} drop={drop} />
    </>
  );
}

/** Who can open the link of a drop; undefined for a public one. */
function audienceOf({ privacyLevel, author }: Drop, isOwn: boolean): string | undefined {
  if (privacyLevel === 'public') return undefined;
  if (privacyLevel === 'private') return 'Only you can open this link.';
  const whose = isOwn ? 'your followers' : `followers of ${author.username ?? ANONYMOUS}`;
  return `Only ${whose} can open this link.`;
}

/**
 * The position in a drop when the menu was opened, since the drop plays on while the person chooses.
 *
 * @returns seconds; 0 unless the drop is the player's current track
 */
function useMomentAtOpening(dropId: string, open: boolean): number {
  const player = usePlayer();
  const [wasOpen, setWasOpen] = useState(false);
  const [moment, setMoment] = useState(0);
  if (open !== wasOpen) {
    const { track, position } = player.getState();
    setWasOpen(open);
    if (open) setMoment(track?.id === dropId ? position : 0);
  }
  return moment;
}

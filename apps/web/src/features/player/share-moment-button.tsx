import { Share2 } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { isDrop } from './track.ts';
import { usePlayerState } from './use-player.ts';
import { SHARE_MOMENT, useShareMoment } from './use-share-moment.ts';

/** Shares the present position in the current drop. */
export function ShareMomentButton() {
  const share = useShareMoment();
  const isShown = usePlayerState(({ track }) => track !== undefined && isDrop(track));
  return (
    isShown && (
      <IconButton label={SHARE_MOMENT} size="sm" onClick={share}>
        <Share2 />
      </IconButton>
    )
  );
}

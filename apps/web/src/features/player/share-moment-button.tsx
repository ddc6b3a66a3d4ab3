import { Share2 } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { SHARE_MOMENT, useShareMoment } from './use-share-moment.ts';

/** Shares the present position in the current track. */
export function ShareMomentButton() {
  return (
    <IconButton label={SHARE_MOMENT} size="sm" onClick={useShareMoment()}>
      <Share2 />
    </IconButton>
  );
}

import { Share2 } from 'lucide-react';
import { logFailure } from '#lib/log.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.ts';
import type { Drop } from './drop.ts';
import { shareLink } from './share-link.ts';

/** Shares the address of a drop. */
export function ShareButton({ drop }: { drop: Drop }) {
  const share = async () => {
    const url = `${location.origin}/voice-drop/${drop.id}`;
    try {
      if ((await shareLink({ url, title: drop.title })) === 'copied') toast.success('Link copied!');
    } catch (cause) {
      logFailure('The drop could not be shared.', cause);
      toast.error('Share failed', {
        description: 'Unable to share or copy link. Please try again.',
      });
    }
  };
  return (
    <IconButton label="Share" size="sm" onClick={() => void share()}>
      <Share2 />
    </IconButton>
  );
}

import { Share2 } from 'lucide-react';
import { shareLink } from '#features/drops/menu/share-link.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { NAMELESS } from './profile-header.tsx';

/** Shares the address of a profile through the system's dialog, or copies the address. */
export function ShareProfileButton({ username }: { username: string | undefined }) {
  const share = async () => {
    const link = { url: profileLink(username), title: username ?? NAMELESS };
    try {
      if ((await shareLink(link)) === 'copied') toast.success('Link copied!');
    } catch (cause) {
      logFailure('The profile could not be shared.', cause);
      toast.error('Share failed', {
        description: 'Unable to share or copy link. Please try again.',
      });
    }
  };
  return (
    <Button variant="secondary" onClick={() => void share()}>
      <Share2 /> Share
    </Button>
  );
}

/** The address of a public profile; that of the user's own page while they have no username. */
export function profileLink(username: string | undefined): string {
  return `${location.origin}/${username ?? 'profile'}`;
}

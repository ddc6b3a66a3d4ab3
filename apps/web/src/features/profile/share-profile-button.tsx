import { Share2 } from 'lucide-react';
import { shareLink } from '#features/drops/menu/share-link.ts';
import { Button } from '#ui/button.tsx';
import { NAMELESS } from './profile-header.tsx';

/** Shares the address of a profile through the system's dialog, or copies the address. */
export function ShareProfileButton({ username }: { username: string | undefined }) {
  const link = { url: profileLink(username), title: username ?? NAMELESS };
  return (
    <Button variant="secondary" onClick={() => void shareLink(link)}>
      <Share2 /> Share
    </Button>
  );
}

/** The address of a public profile; that of the user's own page while they have no username. */
export function profileLink(username: string | undefined): string {
  return `${location.origin}/${username ?? 'profile'}`;
}

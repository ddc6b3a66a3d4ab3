import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { shareLink } from '#ui/share-link.ts';
import { Button } from '#ui/button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { NAMELESS } from './profile-header.tsx';

const ShareLinkDialog = lazyPopup(() => import('#features/drops/menu/share-link-dialog.tsx'));

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

/** Shares another person's profile: by the system's dialog or, without one, in a dialog of ways to share. */
export function ShareOthersProfileButton({ username }: { username: string }) {
  const [open, setOpen] = useState(false);
  if ('share' in navigator) return <ShareProfileButton username={username} />;
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Share2 /> Share
      </Button>
      <ShareLinkDialog
        open={open}
        onOpenChange={setOpen}
        heading="Share this profile"
        link={{ url: profileLink(username), title: username }}
        fileName={`undertone-${username}.png`}
      />
    </>
  );
}

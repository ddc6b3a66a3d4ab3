import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Rss } from 'lucide-react';
import { podcastFeedOptions } from '#features/podcast/podcast-feed.ts';
import { useClient } from '#lib/app.ts';
import { buttonClass } from '#ui/button-class.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { CopyLinkButton } from './copy-link-button.tsx';
import { ProfileQrCode } from './profile-qr-code.tsx';
import { profileLink, ShareProfileButton } from './share-profile-button.tsx';

interface ShareProfileDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  username: string | undefined;
}

/** The dialog that shares the user's own profile. */
export default function ShareProfileDialog(props: ShareProfileDialogProps) {
  const { open, onOpenChange, username } = props;
  const link = profileLink(username);
  const { data: feed } = useQuery(podcastFeedOptions(useClient(), { username }));
  const tweet = new URLSearchParams({ text: 'Listen to me on Undertone', url: link });
  const facebookPost = new URLSearchParams({ u: link });
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title="Share your profile"
      description="Anyone with the code or the link can listen to your public voice drops."
      shape="sheet"
    >
      <ProfileQrCode link={link} fileName={`undertone-${username ?? 'profile'}.png`} />
      <p className="mt-5 rounded-md bg-paper-sunken px-4 py-2.5 text-center text-sm wrap-anywhere">
        {link}
      </p>
      <div className="mt-4 grid grid-cols-2 gap-2.5">
        <CopyLinkButton link={link} />
        <ShareProfileButton username={username} />
        <ShareElsewhere label="Tweet" url={`https://twitter.com/intent/tweet?${tweet}`} />
        <ShareElsewhere
          label="Facebook"
          url={`https://www.facebook.com/sharer/sharer.php?${facebookPost}`}
        />
      </div>
      {feed && (
        <div className="mt-5 border-t border-line pt-5">
          <p className="mb-3 text-sm text-ink-soft">
            You allow downloads, so podcast apps can follow what you post for everyone.
          </p>
          <CopyLinkButton link={feed} label="Podcast feed" icon={<Rss />} />
        </div>
      )}
    </DialogPopup>
  );
}

/** Links to another service's share page. The app sends that service no request before the link is followed. */
function ShareElsewhere({ label, url }: { label: string; url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: 'secondary' })}
    >
      <ExternalLink /> {label}
    </a>
  );
}

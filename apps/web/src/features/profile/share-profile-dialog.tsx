import { Rss, VenetianMask } from 'lucide-react';
import { LinkQrCode } from '#features/drops/menu/link-qr-code.tsx';
import { anonymousLink } from '#features/people/anonymous-link.ts';
import { ShareOnMastodon, ShareTargets } from '#features/drops/menu/share-elsewhere.tsx';
import { CopyLinkButton } from '#ui/copy-link-button.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';
import { profileLink, ShareProfileButton } from './share-profile-button.tsx';

interface ShareProfileDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  username: string | undefined;
  /** The URL of the user's podcast feed, if they have one. */
  feed: string | undefined;
  allowsAnonymous: boolean;
}

/** The dialog that shares the user's own profile. */
export default function ShareProfileDialog(props: ShareProfileDialogProps) {
  const { open, onOpenChange, username, feed, allowsAnonymous } = props;
  const link = profileLink(username);
  const shared = { url: link, title: 'Listen to me on Undertone' };
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title="Share your profile"
      description="Anyone with the code or the link can listen to your public voice drops."
      shape="sheet"
    >
      <LinkQrCode link={link} fileName={`undertone-${username ?? 'profile'}.png`} />
      <p className="mt-5 rounded-md bg-paper-sunken px-4 py-2.5 text-center text-sm wrap-anywhere">
        {link}
      </p>
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2.5">
        <CopyLinkButton link={link} />
        <ShareProfileButton username={username} />
        <ShareTargets link={shared} />
      </div>
      <ShareOnMastodon link={shared} />
      {allowsAnonymous && username !== undefined && (
        <div className="mt-5 border-t border-line pt-5">
          <p className="mb-3 text-sm text-ink-soft">
            You allow anonymous messages. Who opens this link can send you one.
          </p>
          <CopyLinkButton
            link={anonymousLink(username)}
            label="Link for anonymous messages"
            icon={<VenetianMask />}
          />
        </div>
      )}
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

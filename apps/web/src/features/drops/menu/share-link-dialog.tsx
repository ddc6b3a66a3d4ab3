import { Copy } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';
import { LinkQrCode } from './link-qr-code.tsx';
import { ShareOnMastodon, ShareTargets } from './share-elsewhere.tsx';
import { copyLink, type SharedLink } from '#ui/share-link.ts';

interface ShareLinkDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What is shared, e.g. `Share this voice drop`. */
  heading: string;
  link: SharedLink;
  /** The name under which the QR code is downloaded. */
  fileName: string;
}

/** The ways to share a page where the system has no dialog of its own, or beside it. */
export default function ShareLinkDialog(props: ShareLinkDialogProps) {
  const { open, onOpenChange, heading, link, fileName } = props;
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title={heading}
      description={link.title}
      shape="sheet"
    >
      <LinkQrCode link={link.url} fileName={fileName} />
      <p className="mt-5 rounded-md bg-paper-sunken px-4 py-2.5 text-center text-sm wrap-anywhere">
        {link.url}
      </p>
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2.5">
        <Button variant="secondary" onClick={() => void copyLink(link.url)}>
          <Copy aria-hidden="true" /> Copy link
        </Button>
        <ShareTargets link={link} />
      </div>
      <ShareOnMastodon link={link} />
    </DialogPopup>
  );
}

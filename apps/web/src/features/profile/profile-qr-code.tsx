import { useQuery } from '@tanstack/react-query';
import { Download, QrCode } from 'lucide-react';
import { useApp } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.ts';
import { QR_CODE_SIZE, qrCodeOptions } from './qr-code.ts';

/** A link as a QR code, with a button to download it. */
export function ProfileQrCode({ link, fileName }: { link: string; fileName: string }) {
  const { client, queryClient } = useApp();
  const { data: src, isFetching } = useQuery(qrCodeOptions(client, link));

  const download = async () => {
    try {
      save(await queryClient.ensureQueryData(qrCodeOptions(client, link)), fileName);
      toast.success('QR code downloaded successfully!');
    } catch {
      // The query cache has logged the failure.
      toast.error('Failed to download QR code');
    }
  };

  return (
    <div className="flex flex-col items-center gap-2 pt-1">
      {/* Dark on light in both themes: scanners need the contrast. */}
      <div className="grid size-60 place-items-center overflow-hidden rounded-lg border border-line bg-night-ink text-night">
        {src === undefined ? (
          <Placeholder loading={isFetching} />
        ) : (
          <img src={src} alt={`QR code of ${link}`} width={QR_CODE_SIZE} height={QR_CODE_SIZE} />
        )}
      </div>
      <Button variant="quiet" onClick={() => void download()}>
        <Download /> Download QR code
      </Button>
    </div>
  );
}

/** Shown while the picture loads, or when it failed to load. */
function Placeholder({ loading }: { loading: boolean }) {
  if (loading) {
    return (
      <p data-announced className="flex items-center gap-3 text-sm">
        <Spinner /> Loading QR code...
      </p>
    );
  }
  return (
    <div className="flex flex-col items-center gap-3 px-6 text-center text-sm">
      <QrCode aria-hidden="true" className="size-12 stroke-1" />
      <p>The QR code could not be loaded</p>
    </div>
  );
}

/** Downloads a file. */
function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

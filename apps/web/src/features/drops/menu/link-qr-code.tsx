import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download, QrCode } from 'lucide-react';
import { useApp } from '#lib/app.ts';
import { dataUrl } from '#lib/data-url.ts';
import { firstAbort } from '#lib/first-abort.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.ts';

/** Width and height of the QR code, in pixels. */
const QR_CODE_SIZE = 240;

/** The white margin around the code, in pixels. */
const MARGIN = 20;

/** How long to wait for the picture, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** A link as a QR code, with a button to download it. */
export function LinkQrCode({ link, fileName }: { link: string; fileName: string }) {
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

const qrCodeKeys = { of: (link: string) => ['qr-code', link] as const };

/**
 * A QR code of a link, as a PNG in a `data:` URL. Our own function draws the code, so that no third
 * party learns who shares which page. The function needs no API key.
 */
function qrCodeOptions(client: SupabaseClient, link: string) {
  return queryOptions({
    queryKey: qrCodeKeys.of(link),
    queryFn: async ({ signal }): Promise<string> => {
      const response = await fetch(qrCodeUrl(client, link), {
        signal: firstAbort(signal, AbortSignal.timeout(TIMEOUT_MS)),
      });
      if (!response.ok) throw new Error(`The QR code was answered with ${response.status}.`);
      return dataUrl(await response.blob());
    },
    staleTime: Infinity,
    retry: false,
  });
}

function qrCodeUrl(client: SupabaseClient, link: string): URL {
  const { supabaseUrl } = client.settings;
  const base = supabaseUrl.endsWith('/') ? supabaseUrl : `${supabaseUrl}/`;
  const url = new URL('functions/v1/qr-code', base);
  url.search = new URLSearchParams({
    size: `${QR_CODE_SIZE}x${QR_CODE_SIZE}`,
    data: link,
    format: 'png',
    margin: String(MARGIN),
    ecc: 'M',
  }).toString();
  return url;
}

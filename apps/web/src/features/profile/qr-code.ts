import { queryOptions } from '@tanstack/react-query';
import { dataUrl } from '#lib/data-url.ts';
import { firstAbort } from '#lib/first-abort.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Width and height of the QR code, in pixels. */
export const QR_CODE_SIZE = 240;

/** The white margin around the code, in pixels. */
const MARGIN = 20;

/** How long to wait for the picture, in milliseconds. */
const TIMEOUT_MS = 15_000;

const qrCodeKeys = { of: (link: string) => ['qr-code', link] as const };

/**
 * A QR code of a link, as a PNG in a `data:` URL. Our own function draws the code, so that no third
 * party learns who shares which profile. The function needs no API key.
 */
export function qrCodeOptions(client: SupabaseClient, link: string) {
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

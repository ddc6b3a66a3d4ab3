import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Width and height of the picture, in pixels. */
export const QR_CODE_SIZE = 240;

/** White around the code, in pixels. */
const MARGIN = 20;

/** A picture that has not come after so many milliseconds is taken for lost. */
const TIMEOUT = 15_000;

const qrCodeKeys = { of: (link: string) => ['qr-code', link] as const };

/**
 * A link as a QR code, in a `data:` URL: a PNG that our own function draws, so
 * that nobody else learns whose profile is shown to whom. It takes no key.
 */
export function qrCodeOptions(client: SupabaseClient, link: string) {
  return queryOptions({
    queryKey: qrCodeKeys.of(link),
    queryFn: async ({ signal }): Promise<string> => {
      const response = await fetch(qrCodeUrl(client, link), {
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
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

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

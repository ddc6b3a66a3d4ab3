import { findPreview } from './find-preview.ts';
import type { PublicRecords } from '../_shared/public-records.ts';

const headers = {
  'Access-Control-Allow-Origin': '*',
  // A drop that was made private must not be told about for long.
  'Cache-Control': 'public, max-age=30',
};

/**
 * Says what a page of the site is about, as a visitor may know it.
 *
 * Takes `GET ?path=/voice-drop/…` and answers with a `Preview`; what is not there, or not for
 * visitors, is answered as a preview with the status 404 in it. Other requests get `{error}`.
 */
export async function handle(request: Request, records: PublicRecords): Promise<Response> {
  if (request.method !== 'GET') {
    return Response.json({ error: 'Ask with GET.' }, { status: 405, headers: { Allow: 'GET' } });
  }
  const path = new URL(request.url).searchParams.get('path');
  if (!path?.startsWith('/')) {
    return Response.json({ error: 'path is missing or no path.' }, { status: 400, headers });
  }
  return Response.json(await findPreview(path, records), { headers });
}

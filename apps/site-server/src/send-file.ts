import type { Context } from 'hono';
import { parseRange } from '@undertone/backend/http/byte-range.ts';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import type { SiteFile } from './site-files.ts';

/**
 * Responds with a file of the build. A file that has a compressed copy is sent compressed if the browser
 * accepts that. Any other file is sent whole or as the requested range, which Safari needs for audio.
 */
export async function sendFile(
  context: Context<GatewayEnv>,
  file: SiteFile,
  takesBrotli: boolean,
): Promise<Response> {
  const { body, brotli } = file;
  const headers = { ...file.headers, vary: 'accept-encoding' };
  if (brotli) {
    return takesBrotli
      ? context.body(await brotli, 200, { ...headers, 'content-encoding': 'br' })
      : context.body(body, 200, headers);
  }
  const { method, headers: requested } = context.req.raw;
  const inParts = { ...headers, 'accept-ranges': 'bytes' };
  // The files have no validator for If-Range. A Range is defined for GET only.
  const isPart = method === 'GET' && !requested.has('if-range');
  const range = isPart ? parseRange(requested.get('range') ?? undefined, body.length) : null;
  if (range === null) return context.body(body, 200, inParts);
  if (range === 'unsatisfiable') {
    return context.body(null, 416, { ...inParts, 'content-range': `bytes */${body.length}` });
  }
  const { start, end } = range;
  return context.body(body.subarray(start, end + 1), 206, {
    ...inParts,
    'content-range': `bytes ${start}-${end}/${body.length}`,
  });
}

import { chromaprint } from '../../../packages/voice/src/chromaprint.ts';
import { BUCKET } from '../../../packages/domain/src/object-path.ts';
import { isServer } from '../_shared/is-server.ts';
import { isRecord } from '../_shared/record.ts';
import { ServerError, type ServerApi } from '../_shared/server-api.ts';
import { decodeClip } from './decode-clip.ts';

/** How much of a clip is compared, seconds. */
const COMPARED = 120;

interface Clip {
  /** The drop or comment. */
  readonly subject: string;
  readonly path: string;
}

const isClip = (value: unknown): value is Clip =>
  isRecord(value) && typeof value.subject === 'string' && typeof value.path === 'string';

/**
 * Computes the prints of clips and stores them: `POST {clips: [{subject, path}]}` with the secret key as `apikey`. The
 * database calls it for events of the outbox, again for those of which no print was stored.
 */
export async function handle(
  request: Request,
  server: ServerApi,
  secretKey: string,
): Promise<Response> {
  if (!(await isServer(request, secretKey))) {
    return Response.json(
      { code: 'forbidden', message: 'Only the server itself can call this.' },
      { status: 403 },
    );
  }
  const body: unknown = await request.json();
  const clips = isRecord(body) && Array.isArray(body.clips) ? body.clips.filter(isClip) : [];
  for (const { subject, path } of clips) {
    try {
      const print = await printOf(path, await load(server, path));
      await server.call('POST', '/rest/v1/rpc/store_clip_print', { subject, print });
    } catch (cause) {
      console.error(`clip-print: ${path} has no print yet: ${String(cause)}`);
    }
  }
  return new Response(null, { status: 204 });
}

async function load(server: ServerApi, path: string): Promise<Uint8Array> {
  const address = `/storage/v1/object/${BUCKET}/${path}`;
  const response = await server.send('GET', address, {}, null);
  if (!response.ok) {
    await response.body?.cancel();
    throw new ServerError(`storage answered ${response.status}`);
  }
  return response.bytes();
}

/** The bits of a print: none for a file that cannot be decoded, which nothing can be compared with. */
async function printOf(path: string, bytes: Uint8Array): Promise<string> {
  try {
    const clip = await decodeClip(bytes, path.endsWith('.mp3') ? 'mp3' : 'wav', COMPARED);
    if (clip.samples.length === 0) return '';
    return Array.from(chromaprint(clip.samples, clip.sampleRate), bitsOf).join('');
  } catch (cause) {
    console.error(`clip-print: ${path} was not decoded: ${String(cause)}`);
    return '';
  }
}

const bitsOf = (word: number): string => (word >>> 0).toString(2).padStart(32, '0');

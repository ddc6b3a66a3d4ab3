import type { Context } from 'hono';
import type { Logger } from 'pino';
import { parseRange } from '@undertone/backend/http/byte-range.ts';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import { pickHeaders } from '../pick-headers.ts';
import { BusyError, UnencodableError, type EncodedClips } from './encoded-clips.ts';
import { corsHeaders, notFound, unavailable } from './podcast-responses.ts';
import type { ReadClip } from './read-clips.ts';

/** A drop's file in the bucket. */
export interface Episode {
  readonly id: string;
  readonly path: string;
  readonly type: 'mp3' | 'wav';
}

interface EpisodeSources {
  readonly readClip: ReadClip;
  readonly clips: EncodedClips;
  readonly log: Logger;
}

const headers = {
  ...corsHeaders,
  'content-type': 'audio/mpeg',
  'accept-ranges': 'bytes',
  // An episode may be made private at any time.
  'cache-control': 'no-store',
};

/** The headers of storage's response that are forwarded with a clip. */
const forwardedHeaders = ['content-length', 'content-range', 'etag', 'last-modified'];

/** Sends a drop's audio as an MP3 file, whole or the requested range. */
export const sendEpisode = (
  context: Context<GatewayEnv>,
  episode: Episode,
  sources: EpisodeSources,
): Promise<Response> =>
  episode.type === 'mp3'
    ? sendPosted(context, episode, sources)
    : sendEncoded(context, episode, sources);

async function sendPosted(
  context: Context<GatewayEnv>,
  { path }: Episode,
  { readClip }: EpisodeSources,
): Promise<Response> {
  const isHead = context.req.method === 'HEAD';
  const clip = await readClip(path, {
    clientAddress: context.get('clientAddress'),
    method: isHead ? 'HEAD' : 'GET',
    headers: pickHeaders(context.req.raw.headers, ['range', 'if-range']),
  });
  const isBeyond = clip.status === 416;
  const isSent = clip.ok && !isHead;
  // An unread body would keep the file open.
  if (!isSent) await clip.body?.cancel();
  if (!clip.ok && !isBeyond) return notFound(context);
  const forwarded = pickHeaders(clip.headers, isBeyond ? ['content-range'] : forwardedHeaders);
  return new Response(isSent ? clip.body : null, {
    status: clip.status,
    headers: { ...headers, ...forwarded },
  });
}

async function sendEncoded(
  context: Context<GatewayEnv>,
  { id, path }: Episode,
  { readClip, clips, log }: EpisodeSources,
): Promise<Response> {
  const clientAddress = context.get('clientAddress');
  const posted = await readClip(path, { clientAddress, method: 'HEAD' });
  if (!posted.ok) return notFound(context);
  const version = posted.headers.get('etag');
  // The id and the version together are permanent: another drop may get the same path later, and the
  // drop another recording.
  const recording = `${id} ${version}`;
  const isKnown = clips.has(recording);
  try {
    const mp3 = await clips.find(recording, async () => {
      const wav = await readClip(path, { clientAddress });
      if (!wav.ok || wav.headers.get('etag') !== version) {
        await wav.body?.cancel();
        throw new Error(`A clip was answered with ${wav.status}, or replaced.`);
      }
      return new Uint8Array(await wav.arrayBuffer());
    });
    return sendPart(context, mp3, `"${version?.replaceAll(/^W\/|"/g, '')}-mp3"`);
  } catch (cause) {
    const isUnencodable = cause instanceof UnencodableError;
    if (!isKnown && !(cause instanceof BusyError)) log.warn({ cause }, 'a clip was not encoded');
    return isUnencodable ? notFound(context) : unavailable(context);
  }
}

function sendPart(context: Context<GatewayEnv>, mp3: Uint8Array, etag: string): Response {
  const { method, headers: requested } = context.req.raw;
  const takesParts = method === 'GET' && (requested.get('if-range') ?? etag) === etag;
  const part = takesParts ? parseRange(requested.get('range') ?? undefined, mp3.length) : null;
  if (part === 'unsatisfiable') {
    const beyond = { ...headers, etag, 'content-range': `bytes */${mp3.length}` };
    return new Response(null, { status: 416, headers: beyond });
  }
  const { start, end } = part ?? { start: 0, end: mp3.length - 1 };
  return new Response(method === 'HEAD' ? null : mp3.slice(start, end + 1), {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      etag,
      'content-length': String(end - start + 1),
      ...(part && { 'content-range': `bytes ${start}-${end}/${mp3.length}` }),
    },
  });
}

/** Whether a response has the whole audio. Players request two bytes before they play a clip. */
export function hasWhole(response: Response): boolean {
  if (response.status === 200) return true;
  const range = response.headers.get('content-range') ?? '';
  const [, end, size] = /^bytes 0-(\d+)\/(\d+)$/.exec(range) ?? [];
  return end !== undefined && Number(end) + 1 === Number(size);
}

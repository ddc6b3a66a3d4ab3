import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { parseRange } from '@undertone/backend/http/byte-range.ts';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import type { AskFunction } from '../ask-functions.ts';
import { BusyError, EncodedClips } from './encoded-clips.ts';
import type { ReadClip } from './read-clips.ts';

interface PodcastOptions {
  readonly ask: AskFunction;
  readonly readClip: ReadClip;
  readonly isOn: boolean;
  readonly log: Logger;
  /** The site's address, without a slash at its end. */
  readonly site: string;
  readonly clips?: EncodedClips;
}

/** Players of other sites read feeds and episodes, too. */
const forEverySite = { 'access-control-allow-origin': '*' };

const episodeSchema = z.object({ path: z.string(), type: z.enum(['mp3', 'wav']) });

const unavailable = (context: Context<GatewayEnv>) =>
  context.text('Not available at the moment', 503, { 'retry-after': '30' });

const notFound = (context: Context<GatewayEnv>) =>
  context.text('Not found', 404, { 'cache-control': 'no-store' });

/** What storage says of a clip that is passed on. */
const passedOnHeaders = ['content-length', 'content-range', 'etag', 'last-modified'];

/** Of how many feeds it is known since when they are as they are. */
const FEEDS_KNOWN = 1000;

/**
 * What podcast apps ask for: feeds, their images, and the audio of their episodes at addresses that stay.
 * Whether something may be had is judged by the database for a visitor at each request.
 */
export function createPodcastRoutes(options: PodcastOptions): Hono<GatewayEnv> {
  const { ask, readClip, isOn, log, site, clips = new EncodedClips() } = options;
  const routes = new Hono<GatewayEnv>();
  if (!isOn) {
    routes.get('/feeds/*', notFound);
    routes.get('/listen/*', notFound);
    return routes;
  }

  /**
   * Asks the function.
   * @returns its answer, or the response to the client where it has none
   */
  const askPodcast = async (
    context: Context<GatewayEnv>,
    query: Record<string, string>,
  ): Promise<{ answer: Response } | { refusal: Response }> => {
    const answer = await ask('podcast', new URLSearchParams(query)).catch((cause: unknown) => {
      log.warn({ cause }, 'the function podcast did not answer');
      return null;
    });
    if (answer?.ok) return { answer };
    // An unread body would keep the function waiting.
    await answer?.body?.cancel();
    return { refusal: answer?.status === 404 ? notFound(context) : unavailable(context) };
  };

  /** When a feed was first seen as it is, by its path. */
  const since = new LRUCache<string, { etag: string; moment: Date }>({ max: FEEDS_KNOWN });

  const sendFeed = async (context: Context<GatewayEnv>, query: Record<string, string>) => {
    const asked = await askPodcast(context, { ...query, site });
    if ('refusal' in asked) return asked.refusal;
    const body = await asked.answer.text();
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    const { path } = context.req;
    const known = since.get(path);
    const moment = known?.etag === etag ? known.moment : new Date();
    since.set(path, { etag, moment });

    const headers = {
      ...forEverySite,
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'no-cache',
      etag,
      'last-modified': moment.toUTCString(),
    };
    return isUnchanged(context, etag, moment)
      ? context.body(null, 304, headers)
      : context.body(body, 200, headers);
  };

  routes.get('/feeds/cover.png', async (context) => {
    const cover = context.req.query('for') ?? '';
    const asked = await askPodcast(context, { cover });
    if ('refusal' in asked) return asked.refusal;
    return new Response(asked.answer.body, {
      headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
    });
  });
  routes.get('/feeds/tags/:file{.+\\.xml}', async (context) =>
    sendFeed(context, { tag: nameOf(context.req.param('file')).toLowerCase() }),
  );
  routes.get('/feeds/:file{[^/]+\\.xml}', async (context) =>
    sendFeed(context, { user: nameOf(context.req.param('file')) }),
  );

  routes.get('/listen/:file{[^/]+\\.mp3}', async (context) => {
    const range = context.req.header('range');
    const isHead = context.req.method === 'HEAD';
    const isFromStart = range === undefined || range.startsWith('bytes=0-');
    const asked = await askPodcast(context, {
      episode: nameOf(context.req.param('file')),
      ...(!isHead && isFromStart && { play: '1' }),
    });
    if ('refusal' in asked) return asked.refusal;
    const { path, type } = episodeSchema.parse(await asked.answer.json());
    const headers = {
      ...forEverySite,
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      // Nothing keeps what may be withdrawn the next moment.
      'cache-control': 'private, no-cache',
    };

    if (type === 'mp3') {
      const clip = await readClip(path, {
        method: isHead ? 'HEAD' : 'GET',
        headers: range === undefined ? {} : { range },
      });
      if (clip.status !== 416 && !clip.ok) {
        await clip.body?.cancel();
        return notFound(context);
      }
      const passedOn = passedOnHeaders.flatMap((name): [string, string][] => {
        const value = clip.headers.get(name);
        return value === null ? [] : [[name, value]];
      });
      return new Response(isHead || clip.status === 416 ? null : clip.body, {
        status: clip.status,
        headers: [...Object.entries(headers), ...passedOn],
      });
    }

    try {
      const mp3 = await clips.find(path, async () => {
        const wav = await readClip(path);
        if (!wav.ok) throw new Error(`A clip was answered with ${wav.status}.`);
        return new Uint8Array(await wav.arrayBuffer());
      });
      const part = parseRange(range, mp3.length);
      if (part === 'unsatisfiable') {
        return context.body(null, 416, { 'content-range': `bytes */${mp3.length}` });
      }
      const bytes = part ? mp3.slice(part.start, part.end + 1) : new Uint8Array(mp3);
      return new Response(isHead ? null : bytes, {
        status: part ? 206 : 200,
        headers: {
          ...headers,
          'content-length': String(bytes.length),
          ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${mp3.length}` }),
        },
      });
    } catch (cause) {
      if (!(cause instanceof BusyError)) log.warn({ cause }, 'a clip could not be encoded');
      return unavailable(context);
    }
  });

  return routes;
}

/** A file's name without its extension. */
const nameOf = (file: string): string => file.replace(/\.[^.]+$/, '');

/** Whether the client has the feed as it is. RFC 9110, section 13.2.2. */
function isUnchanged(context: Context<GatewayEnv>, etag: string, moment: Date): boolean {
  const known = context.req.header('if-none-match');
  if (known !== undefined) {
    return known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
  }
  const since = Date.parse(context.req.header('if-modified-since') ?? '');
  return Math.floor(moment.getTime() / 1000) * 1000 <= since;
}

import { Hono, type Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import type { RequestFunction } from '../request-function.ts';
import { EncodedClips } from './encoded-clips.ts';
import { FeedImages } from './feed-images.ts';
import { FeedVersions, hasVersion } from './feed-versions.ts';
import { corsHeaders, notFound, unavailable } from './podcast-responses.ts';
import type { ReadClip } from './read-clips.ts';
import { hasWhole, sendEpisode } from './send-episode.ts';

interface PodcastOptions {
  readonly requestFunction: RequestFunction;
  readonly readClip: ReadClip;
  readonly isOn: boolean;
  readonly log: Logger;
  /** The site's address, without a slash at its end. */
  readonly site: string;
  readonly clips?: EncodedClips;
}

/** The side of an episode's image, pixels: the smallest that podcast directories take. */
const EPISODE_IMAGE_SIZE = '1400';

const episodeSchema = z.object({ path: z.string(), type: z.enum(['mp3', 'wav']) });

/**
 * Serves podcast apps: feeds, their images, and the audio of their episodes at permanent URLs. For each
 * request the database decides whether a visitor may read the resource.
 */
export function createPodcastRoutes(options: PodcastOptions): Hono<GatewayEnv> {
  const { requestFunction, readClip, isOn, log, site, clips = new EncodedClips() } = options;
  const routes = new Hono<GatewayEnv>();
  if (!isOn) {
    routes.get('/feeds/*', notFound);
    routes.get('/listen/*', notFound);
    return routes;
  }
  const versions = new FeedVersions();
  const images = new FeedImages();

  routes.onError((error, context) => {
    if (!(error instanceof HTTPException)) throw error;
    return error.status === 404 ? notFound(context) : unavailable(context);
  });

  /**
   * Requests a function. The response may be a redirect (301).
   * @throws {HTTPException} 404 for a resource that is not public, 503 when the function does not respond
   */
  const requestOk = async (
    context: Context<GatewayEnv>,
    name: string,
    query: Record<string, string>,
  ): Promise<Response> => {
    const clientAddress = context.get('clientAddress');
    const response = await requestFunction(name, new URLSearchParams(query), clientAddress).catch(
      (cause: unknown) => {
        log.warn({ cause, name }, 'a function did not respond to a podcast app');
        throw new HTTPException(503, { cause });
      },
    );
    if (response.ok || response.status === 301) return response;
    // An unread body would keep the function waiting.
    await response.body?.cancel();
    throw new HTTPException(response.status === 404 ? 404 : 503);
  };

  const sendFeed = async (context: Context<GatewayEnv>, query: Record<string, string>) => {
    const response = await requestOk(context, 'podcast', { ...query, site });
    const location = response.headers.get('location');
    if (response.status === 301 && location !== null) {
      return context.body(null, 301, { ...corsHeaders, 'cache-control': 'no-cache', location });
    }
    const path = response.headers.get('content-location') ?? context.req.path;
    const body = await response.text();
    const version = versions.record(path, body);
    const headers = {
      ...corsHeaders,
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'no-cache',
      etag: version.etag,
      'last-modified': version.moment.toUTCString(),
    };
    return hasVersion(context.req.raw.headers, version)
      ? context.body(null, 304, headers)
      : context.body(body, 200, headers);
  };

  /** @param query what `preview-image` draws */
  const sendImage = async (context: Context<GatewayEnv>, query: Record<string, string>) => {
    let isDrawn = false;
    const key = new URLSearchParams(query).toString().toLowerCase();
    const image = await images.find(key, async () => {
      isDrawn = true;
      const response = await requestOk(context, 'preview-image', query);
      return new Uint8Array(await response.arrayBuffer());
    });
    // What an image shows that was drawn earlier may no longer exist or be public.
    if (!isDrawn) {
      const check = await requestOk(context, 'preview-image', { ...query, draw: '0' });
      await check.body?.cancel();
    }
    const version = versions.record(key, image);
    const headers = { ...corsHeaders, 'cache-control': 'no-cache', etag: version.etag };
    return hasVersion(context.req.raw.headers, version)
      ? context.body(null, 304, headers)
      : context.body(image, 200, { ...headers, 'content-type': 'image/png' });
  };

  routes.get('/feeds/tags/:file{.+\\.xml}', (context) =>
    sendFeed(context, { tag: tagOf(context.req.param('file')) }),
  );
  routes.get('/feeds/:file{[^/]+\\.xml}', (context) =>
    sendFeed(context, { user: nameOf(context.req.param('file')) }),
  );
  routes.get('/feeds/tags/:file{.+\\.png}', (context) =>
    sendImage(context, { feed: `#${tagOf(context.req.param('file'))}` }),
  );
  routes.get('/feeds/:file{[^/]+\\.png}', (context) =>
    sendImage(context, { feed: nameOf(context.req.param('file')) }),
  );
  routes.get('/listen/:file{[^/]+\\.png}', (context) =>
    sendImage(context, { drop: nameOf(context.req.param('file')), size: EPISODE_IMAGE_SIZE }),
  );

  const requestEpisode = (context: Context<GatewayEnv>, id: string, play = false) =>
    requestOk(context, 'podcast', { episode: id, ...(play && { play: '1' }) });

  routes.get('/listen/:file{[^/]+\\.mp3}', async (context) => {
    const id = nameOf(context.req.param('file'));
    const episode = episodeSchema.parse(await (await requestEpisode(context, id)).json());
    const response = await sendEpisode(context, { id, ...episode }, { readClip, clips, log });
    // A second request counts a play. After an encoding, which may take seconds, it also checks whether
    // the episode is still public.
    const isPlay = context.req.method === 'GET' && hasWhole(response);
    if (!isPlay && episode.type === 'mp3') return response;
    try {
      await (await requestEpisode(context, id, isPlay)).body?.cancel();
    } catch (error) {
      await response.body?.cancel();
      throw error;
    }
    return response;
  });

  return routes;
}

/** A file's name without its extension. */
const nameOf = (file: string): string => file.replace(/\.[^.]+$/, '');

/** The hashtag in a file's name, in the form that drops store, since URLs may spell it in other ways. */
const tagOf = (file: string): string => nameOf(file).normalize('NFC').toLowerCase();

import { Hono, type Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import type { AskFunction } from '../ask-functions.ts';
import { EncodedClips } from './encoded-clips.ts';
import { FeedCovers } from './feed-covers.ts';
import { FeedVersions, hasVersion } from './feed-versions.ts';
import { forEverySite, notFound, unavailable } from './podcast-responses.ts';
import type { ReadClip } from './read-clips.ts';
import { hasWhole, sendEpisode } from './send-episode.ts';

interface PodcastOptions {
  readonly ask: AskFunction;
  readonly readClip: ReadClip;
  readonly isOn: boolean;
  readonly log: Logger;
  /** The site's address, without a slash at its end. */
  readonly site: string;
  readonly clips?: EncodedClips;
}

const episodeSchema = z.object({ path: z.string(), type: z.enum(['mp3', 'wav']) });

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
  const versions = new FeedVersions();
  const covers = new FeedCovers();

  routes.onError((error, context) => {
    if (!(error instanceof HTTPException)) throw error;
    return error.status === 404 ? notFound(context) : unavailable(context);
  });

  /** @throws {HTTPException} 404 for what may not be had, 503 when there is no answer */
  const askFor = async (
    context: Context<GatewayEnv>,
    name: string,
    query: Record<string, string>,
  ): Promise<Response> => {
    const asked = ask(name, new URLSearchParams(query), context.get('clientAddress'));
    const answer = await asked.catch((cause: unknown) => {
      log.warn({ cause, name }, 'a function did not answer for a podcast app');
      throw new HTTPException(503, { cause });
    });
    if (answer.ok) return answer;
    // An unread body would keep the function waiting.
    await answer.body?.cancel();
    throw new HTTPException(answer.status === 404 ? 404 : 503);
  };

  const sendFeed = async (context: Context<GatewayEnv>, query: Record<string, string>) => {
    const answer = await askFor(context, 'podcast', { ...query, site });
    const path = answer.headers.get('content-location') ?? context.req.path;
    const body = await answer.text();
    const version = versions.see(path, body);
    const headers = {
      ...forEverySite,
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'no-cache',
      etag: version.etag,
      'last-modified': version.moment.toUTCString(),
    };
    return hasVersion(context.req.raw.headers, version)
      ? context.body(null, 304, headers)
      : context.body(body, 200, headers);
  };

  /** @param feed a username, or a hashtag with its `#` */
  const sendCover = async (context: Context<GatewayEnv>, feed: string) => {
    const cover = await covers.find(feed.toLowerCase(), async () => {
      const answer = await askFor(context, 'preview-image', { feed });
      return new Uint8Array(await answer.arrayBuffer());
    });
    const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' };
    return context.body(cover, 200, { ...forEverySite, ...headers });
  };

  routes.get('/feeds/tags/:file{.+\\.xml}', (context) =>
    sendFeed(context, { tag: tagOf(context.req.param('file')) }),
  );
  routes.get('/feeds/:file{[^/]+\\.xml}', (context) =>
    sendFeed(context, { user: nameOf(context.req.param('file')) }),
  );
  routes.get('/feeds/tags/:file{.+\\.png}', (context) =>
    sendCover(context, `#${tagOf(context.req.param('file'))}`),
  );
  routes.get('/feeds/:file{[^/]+\\.png}', (context) =>
    sendCover(context, nameOf(context.req.param('file'))),
  );

  const askForEpisode = (context: Context<GatewayEnv>, id: string, play = false) =>
    askFor(context, 'podcast', { episode: id, ...(play && { play: '1' }) });

  routes.get('/listen/:file{[^/]+\\.mp3}', async (context) => {
    const id = nameOf(context.req.param('file'));
    const episode = episodeSchema.parse(await (await askForEpisode(context, id)).json());
    const response = await sendEpisode(context, { id, ...episode }, { readClip, clips, log });
    // Asked again where it counts as a play, and after an encoding, which takes its time.
    const isPlay = context.req.method === 'GET' && hasWhole(response);
    if (!isPlay && episode.type === 'mp3') return response;
    try {
      await (await askForEpisode(context, id, isPlay)).body?.cancel();
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

/** A hashtag as drops have it: addresses that are typed or copied may spell it in other ways. */
const tagOf = (file: string): string => nameOf(file).normalize('NFC').toLowerCase();

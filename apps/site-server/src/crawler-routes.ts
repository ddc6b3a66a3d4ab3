import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import type { AskFunction } from './ask-functions.ts';

/** Paths of the site that the project's functions answer: the site passes their answers on. */
const functionPaths = { '/sitemap.xml': 'sitemap', '/oembed': 'oembed' };

const passedOnHeaders = ['content-type', 'cache-control', 'access-control-allow-origin'];

const passOn = ({ status, headers, body }: Response): Response =>
  new Response(body, {
    status,
    headers: passedOnHeaders.flatMap((name): [string, string][] => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  });

/**
 * What search engines and other sites read: robots.txt, the sitemap and oEmbed.
 *
 * @param site the site's address, without a slash at its end
 */
export function createCrawlerRoutes(ask: AskFunction, log: Logger, site: string): Hono<GatewayEnv> {
  const routes = new Hono<GatewayEnv>();

  routes.get('/robots.txt', (context) =>
    context.text(`User-agent: *\nAllow: /\n\nSitemap: ${site}/sitemap.xml\n`),
  );

  for (const [path, name] of Object.entries(functionPaths)) {
    routes.get(path, async (context) => {
      const query = new URL(context.req.url).searchParams;
      query.set('site', site);
      const answer = await ask(name, query, context.get('clientAddress')).catch(
        (cause: unknown) => {
          log.warn({ cause, name }, 'a function did not answer for the site');
          return null;
        },
      );
      return answer ? passOn(answer) : context.text('Not available at the moment', 503);
    });
  }

  return routes;
}

import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import { pickHeaders } from './pick-headers.ts';
import type { RequestFunction } from './request-function.ts';

/** The paths for which the site forwards the response of one of the project's functions. */
const functionPaths = { '/sitemap.xml': 'sitemap', '/oembed': 'oembed' };

const forwardedHeaders = ['content-type', 'cache-control', 'access-control-allow-origin'];

const forward = ({ status, headers, body }: Response): Response =>
  new Response(body, { status, headers: pickHeaders(headers, forwardedHeaders) });

/**
 * Serves search engines and other sites: robots.txt, the sitemap and oEmbed.
 *
 * @param site the site's address, without a slash at its end
 */
export function createCrawlerRoutes(
  requestFunction: RequestFunction,
  log: Logger,
  site: string,
): Hono<GatewayEnv> {
  const routes = new Hono<GatewayEnv>();

  routes.get('/robots.txt', (context) =>
    context.text(`User-agent: *\nAllow: /\n\nSitemap: ${site}/sitemap.xml\n`),
  );

  for (const [path, name] of Object.entries(functionPaths)) {
    routes.get(path, async (context) => {
      const query = new URL(context.req.url).searchParams;
      query.set('site', site);
      const response = await requestFunction(name, query, context.get('clientAddress')).catch(
        (cause: unknown) => {
          log.warn({ cause, name }, 'a function did not respond to the site');
          return null;
        },
      );
      return response ? forward(response) : context.text('Not available at the moment', 503);
    });
  }

  return routes;
}

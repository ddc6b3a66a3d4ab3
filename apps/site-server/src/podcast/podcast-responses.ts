import type { Context } from 'hono';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';

/** Players of other sites read feeds, covers and episodes, too. */
export const forEverySite = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-range, etag',
};

export const unavailable = (context: Context<GatewayEnv>): Response =>
  context.text('Not available at the moment', 503, { ...forEverySite, 'retry-after': '30' });

export const notFound = (context: Context<GatewayEnv>): Response =>
  context.text('Not found', 404, { ...forEverySite, 'cache-control': 'no-store' });

import type { Context } from 'hono';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';

/** CORS headers that allow players of other sites to read feeds, covers and episodes. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-range, etag',
};

export const unavailable = (context: Context<GatewayEnv>): Response =>
  context.text('Not available at the moment', 503, { ...corsHeaders, 'retry-after': '30' });

export const notFound = (context: Context<GatewayEnv>): Response =>
  context.text('Not found', 404, { ...corsHeaders, 'cache-control': 'no-store' });

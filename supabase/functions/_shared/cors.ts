/** The CORS headers of a function that any site may call with one method. */
export const corsHeaders = (method: 'GET' | 'POST') => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': `${method}, OPTIONS`,
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
});

/** The response to a preflight request, which browsers may keep for a day. */
export const preflightResponse = (headers: ReturnType<typeof corsHeaders>): Response =>
  new Response(null, { status: 204, headers: { ...headers, 'Access-Control-Max-Age': '86400' } });

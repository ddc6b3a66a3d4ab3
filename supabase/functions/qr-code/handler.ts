import { layOut } from './layout.ts';
import { readParameters } from './parameters.ts';
import { drawPng } from './png.ts';
import { corsHeaders, preflightResponse } from '../_shared/cors.ts';
import { RequestError } from '../_shared/request-error.ts';
import { drawSvg } from './svg.ts';

const CORS_HEADERS = corsHeaders('GET');

/** A day: the image of a URL changes only when the drawing code does. */
const CACHE_CONTROL = 'public, max-age=86400';

/**
 * Draws a QR code.
 *
 * Takes `GET ?data=…` with, where they differ from the product's own, `size` (`240x240`), `margin`
 * (20 px), `format` (`png` or `svg`) and `ecc` (`L`, `M`, `Q`, `H`), and answers with the image. A
 * refusal has the body `{error, code}` and the status of its `RequestError`.
 */
export async function handle(request: Request): Promise<Response> {
  if (request.method === 'OPTIONS') return preflightResponse(CORS_HEADERS);
  try {
    if (request.method !== 'GET') {
      throw new RequestError(405, 'method_not_allowed', 'Ask for the image with GET.');
    }
    return await draw(new URL(request.url).searchParams);
  } catch (error) {
    if (error instanceof RequestError) return refusal(error);
    throw error;
  }
}

async function draw(query: URLSearchParams): Promise<Response> {
  const parameters = readParameters(query);
  const layout = layOut(parameters);
  const headers = { ...CORS_HEADERS, 'Cache-Control': CACHE_CONTROL };
  return parameters.format === 'png'
    ? new Response(await drawPng(layout), { headers: { ...headers, 'Content-Type': 'image/png' } })
    : new Response(drawSvg(layout), { headers: { ...headers, 'Content-Type': 'image/svg+xml' } });
}

function refusal({ code, message, status }: RequestError): Response {
  const headers = code === 'method_not_allowed' ? { Allow: 'GET, OPTIONS' } : {};
  return Response.json(
    { error: message, code },
    { status, headers: { ...CORS_HEADERS, ...headers } },
  );
}

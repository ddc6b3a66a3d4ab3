import { layOut } from './layout.ts';
import { readParameters } from './parameters.ts';
import { drawPng } from './png.ts';
import { respondWithCors } from '../_shared/cors.ts';
import type { RequestError } from '../_shared/request-error.ts';
import { drawSvg } from './svg.ts';

const RULES = {
  method: 'GET',
  wrongMethod: 'Ask for the image with GET.',
  bodyOf: ({ code, message }: RequestError) => ({ error: message, code }),
} as const;

/** A day: the image at a URL changes only with the drawing code. */
const CACHE_CONTROL = 'public, max-age=86400';

/**
 * Draws a QR code.
 *
 * The request is `GET ?data=…` with the optional parameters `size` (default `240x240`), `margin` (20 px),
 * `format` (`png` or `svg`) and `ecc` (`L`, `M`, `Q`, `H`). The response is the image, or
 * `{error, code}` with the status of the `RequestError`.
 */
export function handle(request: Request): Promise<Response> {
  return respondWithCors(request, RULES, async (cors) => {
    const parameters = readParameters(new URL(request.url).searchParams);
    const layout = layOut(parameters);
    const [body, type] =
      parameters.format === 'png'
        ? [await drawPng(layout), 'image/png']
        : [drawSvg(layout), 'image/svg+xml'];
    const headers = { ...cors, 'Cache-Control': CACHE_CONTROL, 'Content-Type': type };
    return new Response(body, { headers });
  });
}

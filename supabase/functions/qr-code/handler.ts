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

/** A day: the image of a URL changes only when the drawing code does. */
const CACHE_CONTROL = 'public, max-age=86400';

/**
 * Draws a QR code.
 *
 * Takes `GET ?data=…` with, where they differ from the product's own, `size` (`240x240`), `margin`
 * (20 px), `format` (`png` or `svg`) and `ecc` (`L`, `M`, `Q`, `H`), and answers with the image. A
 * refusal has the body `{error, code}` and the status of its `RequestError`.
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

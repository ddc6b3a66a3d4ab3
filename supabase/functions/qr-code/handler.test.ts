import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { handle } from './handler.ts';
import { MAX_DATA_BYTES } from './parameters.ts';

const ADDRESS = 'http://localhost/qr-code';
const PROFILE = 'https://undertone.example/night.owl_27';

const get = (parameters: Record<string, string>) =>
  handle(new Request(`${ADDRESS}?${new URLSearchParams(parameters)}`));

const appParameters = { size: '240x240', data: PROFILE, format: 'png', margin: '20', ecc: 'M' };

const readImage = async (response: Response): Promise<PNG> =>
  PNG.sync.read(Buffer.from(await response.arrayBuffer()));

/** Scans the QR code in an image. */
const read = ({ data, width, height }: PNG) =>
  jsqr.default(new Uint8ClampedArray(data), width, height)?.data;

const isWhite = ({ data, width }: PNG, x: number, y: number) => data[(y * width + x) * 4] === 255;

/** The bounds of all dark pixels: first and last column, first and last row. */
const darkSquare = (image: PNG) => {
  const dark = Array.from({ length: image.width * image.height }, (_, at) => at).filter(
    (at) => !isWhite(image, at % image.width, Math.floor(at / image.width)),
  );
  const columns = dark.map((at) => at % image.width);
  const rows = dark.map((at) => Math.floor(at / image.width));
  return [Math.min(...columns), Math.max(...columns), Math.min(...rows), Math.max(...rows)];
};

describe('the image that the app requests', () => {
  test('is a PNG of 240 by 240 pixels with the data', async () => {
    const response = await get(appParameters);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    const image = await readImage(response);
    expect([image.width, image.height]).toEqual([240, 240]);
    expect(read(image)).toBe(PROFILE);
  });

  test('has a margin of 20 pixels, and more where whole modules leave pixels over', async () => {
    // Version 3 has 29 modules, of 6 pixels each: 174, in the middle of 240.
    expect(darkSquare(await readImage(await get(appParameters)))).toEqual([33, 206, 33, 206]);
  });

  test('is the default, and may be cached for a day', async () => {
    const [whole, short] = await Promise.all([get(appParameters), get({ data: PROFILE })]);
    expect(await short.bytes()).toEqual(await whole.bytes());
    expect(short.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(short.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    // The first two of the format's bits, level and mask together: ISO 18004, section 7.9.
    ['L', true, true],
    ['M', true, false],
    ['Q', false, true],
    ['H', false, false],
  ])('has the error correction %s', async (ecc, first, second) => {
    const image = await readImage(await get({ ...appParameters, ecc, size: '300x300' }));
    expect(read(image)).toBe(PROFILE);
    const [left = 0, right = 0] = darkSquare(image);
    // The finder pattern's upper edge is seven modules, dark all along.
    let edge = 0;
    while (!isWhite(image, left + edge, left)) edge += 1;
    const scale = edge / 7;
    expect((right - left + 1) % scale).toBe(0);
    const isDark = (column: number) => !isWhite(image, left + column * scale, left + 8 * scale);
    expect([isDark(0), isDark(1)]).toEqual([first, second]);
  });
});

describe('an image of other data or format', () => {
  test.each([
    ['the largest data', 'x'.repeat(MAX_DATA_BYTES), '1000x1000', '0'],
    ['letters of other scripts', 'https://undertone.example/søren?名=声', '240x240', '20'],
    ['digits', '0123456789', '21x21', '0'],
    ['an odd width', 'HELLO WORLD', '101x101', '10'],
  ])('can be scanned: %s', async (_title, data, size, margin) => {
    const image = await readImage(await get({ data, size, margin }));
    expect(`${image.width}x${image.height}`).toBe(size);
    // Scanners need a quiet zone, and more than a pixel for each module.
    const quiet = new PNG({ width: image.width + 40, height: image.height + 40 });
    quiet.data.fill(255);
    PNG.bitblt(image, quiet, 0, 0, image.width, image.height, 20, 20);
    expect(read(image.width < 100 ? enlarge(quiet, 3) : quiet)).toBe(data);
  });

  test('can be scanned: SVG', async () => {
    const response = await get({ ...appParameters, format: 'svg' });
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    const drawing = await response.text();
    expect(drawing).toContain('width="240" height="240"');
    expect(read(rasterise(drawing))).toBe(PROFILE);
  });
});

const enlarge = (image: PNG, times: number): PNG => {
  const large = new PNG({ width: image.width * times, height: image.height * times });
  for (let y = 0; y < large.height; y += 1) {
    for (let x = 0; x < large.width; x += 1) {
      const from = (Math.floor(y / times) * image.width + Math.floor(x / times)) * 4;
      large.data.set(image.data.subarray(from, from + 4), (y * large.width + x) * 4);
    }
  }
  return large;
};

/** Paints the runs of the SVG path, as a browser does. */
const rasterise = (drawing: string): PNG => {
  const [, offset, scale] = /translate\((\d+) \d+\) scale\((\d+)\)/.exec(drawing) ?? [];
  const image = new PNG({ width: 240, height: 240 });
  image.data.fill(255);
  for (const [, column, row, length] of drawing.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    const left = Number(offset) + Number(column) * Number(scale);
    const top = Number(offset) + Number(row) * Number(scale);
    for (let y = top; y < top + Number(scale); y += 1) {
      for (let x = left; x < left + Number(length) * Number(scale); x += 1) {
        image.data.set([0, 0, 0, 255], (y * 240 + x) * 4);
      }
    }
  }
  return image;
};

describe('qr-code rejects', () => {
  const refusals: [string, Record<string, string>, number, string][] = [
    ['no data', {}, 400, 'missing_data'],
    ['empty data', { data: '' }, 400, 'missing_data'],
    ['too much data', { data: 'x'.repeat(MAX_DATA_BYTES + 1) }, 400, 'data_too_long'],
    ['too many bytes of data', { data: '声'.repeat(334) }, 400, 'data_too_long'],
    ['a size above the limit', { data: 'x', size: '1001x1001' }, 400, 'invalid_size'],
    ['no size', { data: 'x', size: '0x0' }, 400, 'invalid_size'],
    ['a size that is not a square', { data: 'x', size: '240x200' }, 400, 'invalid_size'],
    ['a size in words', { data: 'x', size: 'large' }, 400, 'invalid_size'],
    ['another format', { data: 'x', format: 'gif' }, 400, 'invalid_format'],
    ['a negative margin', { data: 'x', margin: '-1' }, 400, 'invalid_margin'],
    ['a margin above the limit', { data: 'x', margin: '101' }, 400, 'invalid_margin'],
    ['another error correction', { data: 'x', ecc: 'Z' }, 400, 'invalid_ecc'],
    ['another parameter', { data: 'x', color: 'f00' }, 400, 'unknown_parameter'],
    ['a margin that leaves no room', { data: 'x', size: '40x40' }, 422, 'does_not_fit'],
  ];
  test.each(refusals)('%s with a message and a code', async (_title, parameters, status, code) => {
    const response = await get(parameters);
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBeNull();
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual({ error: expect.stringMatching(/^\p{L}.*\.$/u), code });
  });

  test('methods other than GET and the preflight request', async () => {
    const posted = await handle(new Request(ADDRESS, { method: 'POST', body: 'x' }));
    expect(posted.status).toBe(405);
    expect(posted.headers.get('allow')).toBe('GET, OPTIONS');
    const preflight = await handle(new Request(ADDRESS, { method: 'OPTIONS' }));
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, OPTIONS');
  });
});

test('deno.json names the version of lean-qr that is installed for Node', async () => {
  const map: { imports: Record<string, string> } = JSON.parse(
    await readFile(join(import.meta.dirname, 'deno.json'), 'utf8'),
  );
  const main = createRequire(import.meta.url).resolve('lean-qr');
  const { version }: { version: string } = JSON.parse(
    await readFile(join(main, '../package.json'), 'utf8'),
  );
  expect(map.imports).toEqual({ 'lean-qr': `npm:lean-qr@${version}` });
});

import { RequestError } from '../_shared/request-error.ts';

/** Maximum length of the data, UTF-8 bytes: many times the longest profile link. */
export const MAX_DATA_BYTES = 1000;

/** Width and height of the image, px. */
const MIN_SIZE = 21;
const MAX_SIZE = 1000;

/** White margin on each side, px. */
const MAX_MARGIN = 100;

const FORMATS = ['png', 'svg'] as const;
const LEVELS = ['L', 'M', 'Q', 'H'] as const;

export interface Parameters {
  /** The encoded text. */
  readonly data: string;
  /** Width and height, px. */
  readonly size: number;
  /** Minimum white margin on each side, px. */
  readonly margin: number;
  readonly format: (typeof FORMATS)[number];
  /** Error correction: how much of the code may be unreadable, from 7% (L) over 15% (M) to 30% (H). */
  readonly ecc: (typeof LEVELS)[number];
}

const refusal = (code: string, message: string) => new RequestError(400, code, message);

const KNOWN = new Set(['data', 'size', 'margin', 'format', 'ecc']);

/**
 * Reads the parameters, which are those of the QR-code image service in the specification. The app
 * uses the defaults.
 * @throws {RequestError} naming the wrong parameter
 */
export function readParameters(query: URLSearchParams): Parameters {
  for (const name of query.keys()) {
    if (!KNOWN.has(name)) {
      throw refusal('unknown_parameter', `The parameter "${name}" is not served here.`);
    }
  }
  return {
    data: readData(query.get('data')),
    size: readSize(query.get('size') ?? '240x240'),
    margin: readMargin(query.get('margin') ?? '20'),
    format: readFormat(query.get('format') ?? 'png'),
    ecc: readLevel(query.get('ecc') ?? 'M'),
  };
}

function readData(data: string | null): string {
  if (!data) throw refusal('missing_data', 'data must say what the code holds.');
  if (new TextEncoder().encode(data).byteLength > MAX_DATA_BYTES) {
    throw refusal('data_too_long', `data may have ${MAX_DATA_BYTES} bytes.`);
  }
  return data;
}

function readSize(text: string): number {
  const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(text) ?? [];
  const size = Number(width);
  if (width !== height || !(size >= MIN_SIZE && size <= MAX_SIZE)) {
    throw refusal(
      'invalid_size',
      `size must be a square such as 240x240, from ${MIN_SIZE} to ${MAX_SIZE} pixels wide.`,
    );
  }
  return size;
}

function readMargin(text: string): number {
  const margin = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(margin <= MAX_MARGIN)) {
    throw refusal(
      'invalid_margin',
      `margin must be a whole number of pixels from 0 to ${MAX_MARGIN}.`,
    );
  }
  return margin;
}

function readFormat(text: string): Parameters['format'] {
  const format = FORMATS.find((known) => known === text);
  if (!format) throw refusal('invalid_format', 'format must be png or svg.');
  return format;
}

function readLevel(text: string): Parameters['ecc'] {
  const level = LEVELS.find((known) => known === text);
  if (!level) throw refusal('invalid_ecc', 'ecc must be L, M, Q or H.');
  return level;
}

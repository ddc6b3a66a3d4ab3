import { isUtf8 } from 'node:buffer';
import type { GatewayContext } from '../../../http/service.ts';
import { parseJson } from '../../../lib/parse-json.ts';
import { readBounded } from '../../../lib/read-bounded.ts';
import { RequestError } from '../../../lib/request-error.ts';
import { invalidBody, RestError } from '../errors.ts';
import type { BodyKind } from '../schema/find-function.ts';

/** How large a body may be, bytes. */
const maximumBody = 1024 * 1024;

/** How deep JSON may be nested: PostgreSQL's stack overflows at three times as much. */
const maximumNesting = 5000;

/** A JSON body as text, and the columns or arguments that it sets. */
export interface Payload {
  readonly text: string;
  /** Sorted and distinct. */
  readonly keys: readonly string[];
  /** Whether the body is one object rather than an array of objects. */
  readonly isObject: boolean;
}

/** The body of a call. One that is not JSON is a single unnamed argument. */
export interface ArgumentPayload extends Payload {
  readonly kind: BodyKind;
}

const tooLarge = () =>
  new RequestError(413, 'body_too_large', `The body may have at most ${maximumBody} bytes`);

/** @throws {RequestError} 413 */
async function readBytes(context: GatewayContext): Promise<Buffer> {
  const length = context.req.header('content-length');
  if (length !== undefined) {
    // Node's HTTP parser does not read beyond the announced length.
    if (Number(length) > maximumBody) throw tooLarge();
    return Buffer.from(await context.req.arrayBuffer());
  }
  return readBounded(context.req.raw, maximumBody).catch((error: unknown) => {
    throw error instanceof RangeError ? tooLarge() : error;
  });
}

const contentTypeOf = (context: GatewayContext): string | undefined =>
  context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();

/** How deep arrays and objects are nested in a JSON text. */
function nestingOf(json: string): number {
  let deepest = 0;
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (isInText) {
      if (character === '\\') index += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys of the objects in an array, which all objects must have. */
function commonKeys(rows: readonly unknown[]): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  if (!isRecord(first)) throw invalidBody('All object keys must match');
  const keys = Object.keys(first);
  for (const row of rows) {
    const fits =
      isRecord(row) &&
      Object.keys(row).length === keys.length &&
      keys.every((key) => Object.hasOwn(row, key));
    if (!fits) throw invalidBody('All object keys must match');
  }
  return keys.sort();
}

const readJson = (text: string, columns: readonly string[] | null): Payload => {
  const json = parseJson(text);
  if (json === undefined) throw invalidBody('Empty or invalid json');
  if (text.length > 2 * maximumNesting && nestingOf(text) > maximumNesting) {
    throw invalidBody(`The json is nested deeper than ${maximumNesting} levels`);
  }
  if (!isRecord(json) && !Array.isArray(json)) return { text: '[]', keys: [], isObject: false };
  const isObject = isRecord(json);
  if (columns) return { text, keys: [...new Set(columns)].sort(), isObject };
  return { text, keys: isObject ? Object.keys(json).sort() : commonKeys(json), isObject };
};

/**
 * Reads a JSON body.
 *
 * @param columns the columns of the parameter `columns`, which replace the body's keys
 * @throws {RestError} PGRST102 for another content type, for invalid or too deeply nested JSON, and
 *   for objects with different keys
 * @throws {RequestError} 413 for a body above the limit
 */
export async function readPayload(
  context: GatewayContext,
  columns: readonly string[] | null,
): Promise<Payload> {
  const text = (await readBytes(context)).toString('utf8');
  const type = contentTypeOf(context);
  if (type && type !== 'application/json') {
    throw invalidBody(`Content-Type not acceptable: ${type}`);
  }
  return readJson(text, columns);
}

/** Content types of bodies that are a single unnamed argument. */
const rawKinds: ReadonlyMap<string, Exclude<BodyKind, 'json'>> = new Map([
  ['text/plain', 'text'],
  ['text/xml', 'xml'],
  ['application/octet-stream', 'bytes'],
]);

/** A body in PostgreSQL's text form of its type. */
function asText(bytes: Buffer, kind: Exclude<BodyKind, 'json'>): string {
  if (kind === 'bytes') return `\\x${bytes.toString('hex')}`;
  if (isUtf8(bytes)) return bytes.toString('utf8');
  // PostgreSQL's error, thrown without a query.
  throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8"');
}

/**
 * Reads the body of a call: arguments as JSON (none in an empty body), or a single unnamed argument.
 *
 * @param columns the arguments of the parameter `columns`, which replace the body's keys
 * @throws {RestError} PGRST102 as `readPayload`; 22021 for a text that is not UTF-8
 * @throws {RequestError} 413 for a body above the limit
 */
export async function readArgumentPayload(
  context: GatewayContext,
  columns: readonly string[] | null,
): Promise<ArgumentPayload> {
  const bytes = await readBytes(context);
  const type = contentTypeOf(context) ?? 'application/json';
  const kind = rawKinds.get(type);
  if (kind) return { text: asText(bytes, kind), keys: [], isObject: true, kind };
  if (bytes.length > 0 && type !== 'application/json') {
    throw invalidBody(`Content-Type not acceptable: ${type}`);
  }
  return { ...readJson(bytes.toString('utf8') || '{}', columns), kind: 'json' };
}

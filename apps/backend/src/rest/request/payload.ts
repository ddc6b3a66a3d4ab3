import type { GatewayContext } from '../../http/service.ts';
import { RequestError } from '../../http/request-error.ts';
import { invalidBody } from '../errors.ts';

/** How large a body may be, bytes. */
const maximumBody = 1024 * 1024;

/** How deep JSON may be nested: at three times as much PostgreSQL's stack ends. */
const maximumNesting = 5000;

/** A JSON body as PostgreSQL will get it, and the columns or arguments that it sets. */
export interface Payload {
  readonly text: string;
  /** Sorted, each once. */
  readonly keys: readonly string[];
  /** One object rather than an array of them. */
  readonly isObject: boolean;
}

const tooLarge = () =>
  new RequestError(413, 'body_too_large', `The body may have at most ${maximumBody} bytes`);

/** @throws {RequestError} 413 */
async function readText(context: GatewayContext): Promise<string> {
  const length = context.req.header('content-length');
  if (length !== undefined) {
    // Node's HTTP parser sees to it that no more comes than was announced.
    if (Number(length) > maximumBody) throw tooLarge();
    return context.req.text();
  }
  const { body } = context.req.raw;
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maximumBody) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** How deep arrays and objects are nested in a text that is JSON. */
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

/** The keys of the objects in an array, which must be the same in all of them. */
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

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody('Empty or invalid json');
  }
};

/**
 * Reads a JSON body.
 *
 * @param columns what the parameter `columns` says is to be written, instead of all keys
 * @param empty what an empty body stands for; without it an empty body is an error
 * @throws {RestError} PGRST102 for another content type, for what is no JSON or nested too deep,
 *   and for objects with different keys
 * @throws {RequestError} 413 for a body above the limit
 */
export async function readPayload(
  context: GatewayContext,
  columns: readonly string[] | null,
  empty?: '{}',
): Promise<Payload> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  const text = await readText(context);
  if (!text && empty) return { text: empty, keys: [], isObject: true };
  if (type && type !== 'application/json') {
    throw invalidBody(`Content-Type not acceptable: ${type}`);
  }

  const json = parseJson(text);
  if (text.length > 2 * maximumNesting && nestingOf(text) > maximumNesting) {
    throw invalidBody(`The json is nested deeper than ${maximumNesting} levels`);
  }
  if (!isRecord(json) && !Array.isArray(json)) return { text: '[]', keys: [], isObject: false };
  const isObject = isRecord(json);
  if (columns) return { text, keys: [...new Set(columns)].sort(), isObject };
  return { text, keys: isObject ? Object.keys(json).sort() : commonKeys(json), isObject };
}

import type { IncomingMessage } from 'node:http';
import type { Role } from '../../../identity/caller.ts';
import type { CallerRules } from '../../../http/identify-caller.ts';
import { roleOfKey } from '../../../identity/api-keys.ts';
import { RequestError } from '../../../lib/request-error.ts';
import type { SerializerVersion } from '../protocol/message.ts';

/** The parameters of a WebSocket handshake. */
export interface Handshake {
  /** The role of the api key. */
  readonly role: Role;
  readonly version: SerializerVersion;
}

/** The path that realtime-js connects to. */
const socketPath = '/realtime/v1/websocket';

/**
 * Validates a WebSocket handshake.
 * @param addressLength the maximum length of the URL, characters
 * @throws {RequestError} for an invalid or overlong URL, another path, an invalid origin, a missing or
 *   unknown api key, an unknown version
 */
export function readHandshake(
  { url: address = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  rules: CallerRules,
  addressLength: number,
): Handshake {
  if (address.length > addressLength) {
    throw new RequestError(414, 'bad_body', 'The address is too long');
  }
  const url = URL.parse(address, 'http://localhost');
  if (!url) throw new RequestError(400, 'bad_body', 'Invalid address');
  if (url.pathname !== socketPath) {
    throw new RequestError(404, 'not_found', `${url.pathname} is not served here`);
  }
  // Tokens travel in messages, never in cookies, so any origin may connect, as on Supabase.
  const { origin } = headers;
  if (origin !== undefined && origin !== 'null' && !URL.canParse(origin)) {
    throw new RequestError(403, 'bad_body', 'Invalid origin');
  }
  const header = headers['x-api-key'] ?? headers.apikey;
  const key = typeof header === 'string' ? header : url.searchParams.get('apikey');
  if (!key) throw new RequestError(401, 'missing_api_key', 'No API key found in request');
  const role = roleOfKey(rules, key);
  if (!role) throw new RequestError(401, 'bad_api_key', 'Invalid API key');
  // As in Phoenix, the oldest version is the default.
  const version = url.searchParams.get('vsn') ?? '1.0.0';
  if (version !== '1.0.0' && version !== '2.0.0') {
    throw new RequestError(403, 'not_supported', 'This version of the serializer is not served');
  }
  return { role, version };
}

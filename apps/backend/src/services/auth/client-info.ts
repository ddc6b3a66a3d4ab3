import { isIP } from 'node:net';
import { clientKey } from '../../identity/client.ts';
import type { GatewayContext } from '../../http/service.ts';

/** The origin of a request, as recorded in sessions and in the audit log. */
export interface ClientInfo {
  /** An IP address; null if it is unknown. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Longest user agent that is stored, characters. */
const userAgentLength = 512;

export function readClientInfo(context: GatewayContext): ClientInfo {
  const address = context.get('clientAddress').replace(/%.*$/, '');
  return {
    address: isIP(address) ? address : null,
    userAgent: context.req.header('user-agent')?.slice(0, userAgentLength) ?? null,
  };
}

/** The key by which limits per address count a request. */
export const addressKey = (context: GatewayContext): string =>
  clientKey(context.get('clientAddress'));

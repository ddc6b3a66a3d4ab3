import { isIP } from 'node:net';
import { clientKey } from '../../identity/client-key.ts';
import type { GatewayContext } from '../../http/service.ts';

/** Whence a request comes, as sessions and the audit log remember it. */
export interface ClientInfo {
  /** An IP address, or null where there is none. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Longest user agent that is kept. */
const userAgentLength = 512;

export function readClientInfo(context: GatewayContext): ClientInfo {
  const address = context.get('clientAddress').replace(/%.*$/, '');
  return {
    address: isIP(address) ? address : null,
    userAgent: context.req.header('user-agent')?.slice(0, userAgentLength) ?? null,
  };
}

/** What limits per address count by. */
export const addressKey = (context: GatewayContext): string =>
  clientKey(context.get('clientAddress'));

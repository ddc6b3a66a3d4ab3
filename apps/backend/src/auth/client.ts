import { isIP, isIPv6 } from 'node:net';
import type { GatewayContext } from '../http/service.ts';

/** Whence a request comes, as sessions and the audit log remember it. */
export interface Client {
  /** An IP address, or null where there is none. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Longest user agent that is kept. */
const userAgentLength = 512;

export function readClient(context: GatewayContext): Client {
  const address = context.get('clientAddress').replace(/%.*$/, '');
  return {
    address: isIP(address) ? address : null,
    userAgent: context.req.header('user-agent')?.slice(0, userAgentLength) ?? null,
  };
}

/** What limits per address count by: for IPv6 the network of 64 bits that one household gets. */
export function addressKey(context: GatewayContext): string {
  const { address } = readClient(context);
  if (!address || !isIPv6(address)) return address ?? 'unknown';
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

import { isIPv6 } from 'node:net';
import type { Client } from '../lib/concurrency-limit.ts';

export type { Client };

/** The client of all requests with the secret key, whatever their addresses. */
export const operator: Client = { address: 'operator', account: null };

/** The eight groups of an IPv6 address; an IPv4 address at its end stands for two of them. */
function groupsOf(address: string): number[] {
  const hexadecimal = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail = ''] = hexadecimal.split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - before!.length - after!.length }, () => '0');
  return [...before!, ...zeros, ...after!].map((group) => Number.parseInt(group, 16));
}

/**
 * The key under which limits count an address. An IPv4 address is its own key, also where it is
 * mapped into IPv6. The key of any other IPv6 address is its network of 64 bits, which usually
 * belongs to one household or one rented server.
 */
export function clientKey(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.')
    : `${groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`;
}

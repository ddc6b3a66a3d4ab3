import { isIPv6 } from 'node:net';

/** The first 64 bits of an IPv6 address, as four groups without leading zeros. */
const firstGroups = (address: string): string[] => {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  // An IPv4 address at the end takes the place of two groups.
  const width = [...before, ...after].join().includes('.') ? 7 : 8;
  const zeros = tail === undefined ? 0 : Math.max(0, width - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
};

/**
 * What limits count a client by: an IPv4 address, also one that is mapped into IPv6, or the /64
 * network of an IPv6 address, since whoever has one address of it has them all.
 */
export const clientKey = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? `${firstGroups(address).join(':')}::/64` : address;
};

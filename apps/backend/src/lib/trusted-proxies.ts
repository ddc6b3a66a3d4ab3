import { BlockList, isIP } from 'node:net';

/** The client of a request, as trusted proxies report it. */
export interface ForwardedClient {
  /** An IP address; IPv4 is never mapped into IPv6. */
  readonly address: string;
  readonly protocol: 'http' | 'https';
}

/** Strips port, brackets, zone and IPv6 mapping from an address of a proxy or socket; null if it is none. */
const readAddress = (text: string): string | null => {
  const [, bracketed, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  const address = (bracketed ?? v4 ?? text).replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return isIP(address) === 0 ? null : (mapped ?? address);
};

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The reverse proxies whose forwarding headers are trusted; those of other peers are ignored. */
export class TrustedProxies {
  readonly #list = new BlockList();

  /**
   * @param text addresses and networks (`10.0.0.0/8`), separated by commas or spaces
   * @throws {TypeError} naming the entry that is neither
   */
  constructor(text = '') {
    for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
      const [, network = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
      const address = readAddress(network);
      const bits = address && isIP(address) === 6 ? 128 : 32;
      if (!address || Number(prefix ?? bits) > bits) {
        throw new TypeError(`"${entry}" is neither an address nor a network such as 10.0.0.0/8`);
      }
      this.#list.addSubnet(address, Number(prefix ?? bits), familyOf(address));
    }
  }

  #isTrusted(address: string): boolean {
    return this.#list.check(address, familyOf(address));
  }

  /** Whether a socket's peer is a trusted proxy. */
  includes(peer: string | undefined): boolean {
    const address = readAddress(peer ?? '');
    return address !== null && this.#isTrusted(address);
  }

  /**
   * Finds the client: the last hop of `X-Forwarded-For`, read from the peer backwards, that is not a
   * trusted proxy. `X-Forwarded-Proto` is read when the peer is trusted.
   *
   * @param peer address of the socket's peer
   */
  clientOf(peer: string | undefined, headers: Headers): ForwardedClient {
    let address = readAddress(peer ?? '');
    if (address === null) return { address: 'unknown', protocol: 'http' };
    if (!this.#isTrusted(address)) return { address, protocol: 'http' };

    const protocol = headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim();
    const hops = headers.get('x-forwarded-for')?.split(',') ?? [];
    while (hops.length > 0 && this.#isTrusted(address)) {
      const hop = readAddress(hops.pop()?.trim() ?? '');
      // A trusted proxy wrote something other than an address: its own is the last known one.
      if (hop === null) break;
      address = hop;
    }
    return { address, protocol: protocol === 'https' ? 'https' : 'http' };
  }
}

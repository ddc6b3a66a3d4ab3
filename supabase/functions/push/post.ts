import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** How long the request may take, ms. */
  readonly timeout: number;
  /** Whether the host's name may have an address that is not public: one that the operator has named. */
  readonly isTrusted: boolean;
}

const isPublic = ({ address }: LookupAddress): boolean =>
  ipaddr.process(address).range() === 'unicast';

/** Resolves a name as `lookup` does. It fails where one of the addresses is not public. */
const lookUpPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) callback(error, []);
    else if (addresses.every(isPublic)) callback(null, addresses);
    else callback(new Error(`${host} has an address that is not public`), []);
  });
};

/**
 * Posts to a URL and resolves with the status of the response, of which nothing else is read. Redirects are not
 * followed. `fetch` cannot connect to addresses that were checked.
 * @throws without a response in time, or if the address is not public
 */
export function post(
  url: string,
  { headers, body, timeout, isTrusted }: PostOptions,
): Promise<number> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length },
    signal: AbortSignal.timeout(timeout),
    ...(isTrusted ? {} : { lookup: lookUpPublic }),
  };
  const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, options, (response) => {
      resolve(response.statusCode ?? 0);
      // A connection is used again only if the response has no content.
      if (response.headers['content-length'] === '0') response.resume();
      else response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}

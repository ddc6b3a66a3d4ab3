import type { Random } from './random.ts';
import { mutate } from './mutate.ts';
import { openAgent, send, type WireRequest, type WireResponse } from './request.ts';
import type { FuzzTarget } from './fuzz-target.ts';

const connections = 16;

const describeRequest = ({ method, path, headers, body }: WireRequest): string =>
  JSON.stringify({
    method,
    path,
    headers: { ...headers, authorization: headers.authorization?.slice(0, 12) },
    body: body?.toString('latin1').slice(0, 200),
  });

/** @returns the fault of a response: a server error, or a text that the caller may not read; null without a fault */
export function complain(
  { forbidden }: FuzzTarget,
  request: WireRequest,
  { status, headers, body }: WireResponse,
): string | null {
  const answer = `${headers}\n${body}`;
  // The answer may repeat the request's own text, for example in an error.
  const sent = `${request.path} ${Object.values(request.headers).join(' ')} ${request.body?.toString('latin1') ?? ''}`;
  const leaked = forbidden.find((word) => answer.includes(word) && !sent.includes(word));
  // oEmbed refuses a format with 501, as oembed.com requires.
  const fault = leaked ?? (status < 500 || status === 501 ? null : String(status));
  return fault && `${fault}: ${body.slice(0, 300)} to ${describeRequest(request)}`;
}

/** A random address for each request, so that no limit by address answers before the service. */
export const fromAnywhere = (request: WireRequest, random: Random): WireRequest => {
  const address = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`;
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': address } };
};

/**
 * Sends mutated requests to a backend over several connections, each from an address of
 * its own, as a trusted proxy states it.
 * @param count requests in all
 * @returns the faults of the responses
 */
export async function sendRequests(
  target: FuzzTarget,
  requests: readonly WireRequest[],
  random: Random,
  count: number,
): Promise<string[]> {
  const agent = openAgent(connections);
  const complaints: string[] = [];
  let left = count;
  const work = async () => {
    while (left > 0 && complaints.length < 5) {
      left -= 1;
      const request = fromAnywhere(mutate(random.pick(requests), random), random);
      const complaint = await send(agent, target.backend.url, request).then(
        (response) => complain(target, request, response),
        (error: Error) => `${error.message} at ${describeRequest(request)}`,
      );
      if (complaint) complaints.push(complaint);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return complaints;
}

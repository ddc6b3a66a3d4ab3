import { sentBy, type FuzzCaller } from './callers.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';
import { openAgent, send, type WireRequest } from './request.ts';
import { complain } from './send-requests.ts';
import type { FuzzTarget } from './fuzz-target.ts';

/** How many callers send a mutation of the same request at once. */
const together = 16;

/** Endpoints whose answers are the same for every caller and token. */
const isPublic = ({ method, path }: WireRequest): boolean =>
  method === 'OPTIONS' || !/^\/(rest|storage)\/v1\/(?!object\/(public|sign)\/)/.test(path);

/**
 * Repeatedly sends mutations of one request by many callers at the same moment.
 * @param count requests in all
 * @returns the faults of the responses
 */
export async function sendConcurrently(
  target: FuzzTarget,
  callers: readonly FuzzCaller[],
  requests: readonly WireRequest[],
  random: Random,
  count: number,
): Promise<string[]> {
  const agent = openAgent(together);
  const owned = callers.flatMap(({ own }) => own);
  const throwOne = async (request: WireRequest, caller: FuzzCaller): Promise<string[]> => {
    const forbidden = [...target.forbidden, ...owned.filter((word) => !caller.own.includes(word))];
    const sent = sentBy(caller, mutate(request, random));
    const response = await send(agent, target.backend.url, sent);
    const complaint = complain({ ...target, forbidden }, sent, response);
    if (complaint) return [complaint];
    const isTaken = response.status < 400 && !caller.isTokenGood && !isPublic(sent);
    return isTaken ? [`${response.status} for ${caller.token} to ${sent.method} ${sent.path}`] : [];
  };
  const complaints: string[] = [];
  for (let left = count; left > 0 && complaints.length < 5; left -= together) {
    const request = random.pick(requests);
    const crowd = Array.from({ length: together }, () => random.pick(callers));
    const answers = await Promise.all(crowd.map((caller) => throwOne(request, caller)));
    complaints.push(...answers.flat());
  }
  agent.destroy();
  return complaints;
}

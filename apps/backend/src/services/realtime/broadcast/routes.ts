import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { GatewayEnv } from '../../../http/service.ts';
import { readBounded } from '../../../lib/read-bounded.ts';
import { RequestError } from '../../../lib/request-error.ts';
import { RealtimeError, realtimeErrors } from '../errors.ts';
import type { RealtimeContext } from '../realtime-context.ts';
import { authorizeTopic } from './authorize-topic.ts';
import { fitsFrame, isTopic, type BroadcastMessage } from './broadcast-message.ts';

/** How many messages one request may have. */
const messagesPerRequest = 100;

const batchSchema = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1),
        event: z.string().min(1),
        payload: z.unknown().refine((value) => value !== undefined && value !== null),
        private: z.boolean().nullish(),
        id: z.string().max(100).optional(),
      }),
    )
    .max(messagesPerRequest),
});

const invalid = (message: string) => new RequestError(422, 'bad_body', message);

const readBody = async (context: Context<GatewayEnv>, maximum: number): Promise<Buffer> => {
  try {
    return await readBounded(context.req.raw, maximum);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RequestError(413, 'body_too_large', realtimeErrors.tooLargeBroadcast().message);
  }
};

const parse = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new RequestError(400, 'bad_body', 'The body is not JSON', { cause });
  }
};

const originatorOf = ({ client }: GatewayEnv['Variables']['caller']): string =>
  client.account ?? client.address;

/** Sends all messages of a request as its caller, or none if one of them is rejected. */
async function sendAs(
  realtime: RealtimeContext,
  { caller }: GatewayEnv['Variables'],
  messages: readonly BroadcastMessage[],
): Promise<void> {
  const { topics, broadcastRate, limits, servesPublicChannels } = realtime;
  const { role, client } = caller;
  if (!servesPublicChannels && messages.some(({ isPrivate }) => !isPrivate)) {
    throw new RequestError(403, 'not_supported', realtimeErrors.privateOnly().reason);
  }
  if (!messages.every((message) => isTopic(message.topic) && fitsFrame(message)))
    throw invalid(realtimeErrors.invalidBroadcast().message);
  if (messages.some(({ payload }) => Buffer.byteLength(payload) > limits.broadcastSize)) {
    throw invalid(realtimeErrors.tooLargeBroadcast().message);
  }
  if (role !== 'service_role') {
    for (const _ of messages) broadcastRate.take(originatorOf(caller));
  }
  if (messages.some((message) => topics.isBehind(message))) {
    throw new RequestError(429, 'rate_limited', realtimeErrors.tooManyMessages().message);
  }
  const claims = JSON.stringify(caller.claims ?? { role });
  const privateTopics = new Set(
    messages.filter(({ isPrivate }) => isPrivate).map(({ topic }) => topic),
  );
  for (const topic of privateTopics) {
    const { mayWrite } = await authorizeTopic(realtime, { role, claims }, topic, client);
    if (!mayWrite) {
      throw new RequestError(403, 'not_supported', realtimeErrors.mayNotWrite(topic).reason);
    }
  }
  for (const message of messages) void topics.sendFromClient(message);
}

/**
 * Routes for messages over HTTP, which supabase-js sends before its channel has joined
 * (`api/broadcast`) and by `httpSend` (`api/broadcast/{topic}/events/{event}`).
 */
export function broadcastRoutes(realtime: RealtimeContext): Hono<GatewayEnv> {
  const { limits } = realtime;
  const routes = new Hono<GatewayEnv>();
  routes.onError((error) => {
    if (!(error instanceof RealtimeError)) throw error;
    throw new RequestError(503, 'unavailable', error.reason);
  });
  routes.post('/', async (context) => {
    const { data } = batchSchema.safeParse(parse(await readBody(context, limits.messageSize)));
    if (!data) throw invalid(realtimeErrors.invalidBroadcast().message);
    const messages = data.messages.map(({ topic, event, payload, private: isPrivate, id }) => ({
      topic,
      isPrivate: isPrivate === true,
      event,
      payload: JSON.stringify(payload),
      originator: originatorOf(context.var.caller),
      id,
    }));
    await sendAs(realtime, context.var, messages);
    return context.body(null, 202);
  });
  routes.post('/:topic/events/:event', async (context) => {
    const { topic, event } = context.req.param();
    const body = await readBody(context, limits.messageSize);
    const isBinary = context.req.header('content-type') === 'application/octet-stream';
    const payload = isBinary ? body : JSON.stringify(parse(body));
    const isPrivate = context.req.query('private') === 'true';
    const originator = originatorOf(context.var.caller);
    await sendAs(realtime, context.var, [{ topic, isPrivate, event, payload, originator }]);
    return context.body(null, 202);
  });
  return routes;
}

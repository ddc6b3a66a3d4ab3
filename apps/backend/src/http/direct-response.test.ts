import type { Server } from 'node:http';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { respondDirectly, type DirectBody } from './direct-response.ts';
import { drain, listen } from './listen.ts';
import type { GatewayEnv } from './service.ts';

const app = new Hono<GatewayEnv>();
let server: Server;
let url: string;

const body = {
  sendTo: vi.fn<DirectBody['sendTo']>(async (outgoing) => void outgoing.end('said')),
  toStream: vi.fn<DirectBody['toStream']>(() => new Blob(['said']).stream()),
  drop: vi.fn<DirectBody['drop']>(async () => undefined),
};

app.use(async (context, next) => {
  await next();
  context.res.headers.set('x-added', 'later');
});
app.use('/late', async (_context, next) => {
  await next();
  throw new Error('something went wrong after the answer was made');
});
app.get('*', (context) =>
  respondDirectly(context, body, {
    status: 206,
    headers: new Headers({ 'content-length': '4', 'content-type': 'text/plain' }),
  }),
);
app.onError((_error, context) => context.text('sorry, no', 500));

beforeAll(async () => {
  server = await listen(app.fetch, '127.0.0.1', 0);
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
beforeEach(() => vi.clearAllMocks());
afterAll(() => drain(server, 0));

it('a body writes its bytes after the headers that middleware added', async () => {
  const answer = await fetch(url);
  expect(answer.status).toBe(206);
  expect(await answer.text()).toBe('said');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/plain',
    'content-length': '4',
    'x-added': 'later',
  });
  expect(body.drop).not.toHaveBeenCalled();
});

it('a body that an error response replaces is released', async () => {
  const answer = await fetch(`${url}/late`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).toBe('sorry, no');
  expect(body.sendTo).not.toHaveBeenCalled();
  expect(body.drop).toHaveBeenCalledOnce();
});

it('a request of this process, without a socket, gets the body as a stream', async () => {
  const answer = await app.request('/');
  expect(answer.status).toBe(206);
  expect(await answer.text()).toBe('said');
  expect(body.sendTo).not.toHaveBeenCalled();
});

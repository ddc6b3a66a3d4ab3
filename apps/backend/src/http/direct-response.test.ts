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
  sendTo: vi.fn<DirectBody['sendTo']>(async (outgoing) => void outgoing.end('the body')),
  toStream: vi.fn<DirectBody['toStream']>(() => new Blob(['the body']).stream()),
  discard: vi.fn<DirectBody['discard']>(async () => undefined),
};

app.use(async (context, next) => {
  await next();
  context.res.headers.set('x-added', 'later');
});
app.use('/late', async (_context, next) => {
  await next();
  throw new Error('middleware failed after the response was made');
});
app.get('*', (context) =>
  respondDirectly(context, body, {
    status: 206,
    headers: new Headers({ 'content-length': '8', 'content-type': 'text/plain' }),
  }),
);
app.onError((_error, context) => context.text('failed', 500));

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
  expect(await answer.text()).toBe('the body');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/plain',
    'content-length': '8',
    'x-added': 'later',
  });
  expect(body.discard).not.toHaveBeenCalled();
});

it('a body that an error response replaces is discarded', async () => {
  const answer = await fetch(`${url}/late`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).toBe('failed');
  expect(body.sendTo).not.toHaveBeenCalled();
  expect(body.discard).toHaveBeenCalledOnce();
});

it('a request of this process, without a socket, gets the body as a stream', async () => {
  const answer = await app.request('/');
  expect(answer.status).toBe(206);
  expect(await answer.text()).toBe('the body');
  expect(body.sendTo).not.toHaveBeenCalled();
});

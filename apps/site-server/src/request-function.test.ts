import { expect, it, vi } from 'vitest';
import { createRequestFunction } from './request-function.ts';

const requestWith = (send: (request: Request) => Promise<Response>) =>
  createRequestFunction('http://localhost', 'key', send)(
    'oembed',
    new URLSearchParams(),
    '192.0.2.1',
  );

it('a function’s response is read to its end, also if its caller does not read it', async () => {
  const pull = vi.fn((controller: ReadableStreamDefaultController<Uint8Array>) => {
    controller.enqueue(new TextEncoder().encode('whole'));
    controller.close();
  });
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const response = await requestWith(async () => new Response(body, { status: 404 }));
  expect(pull).toHaveBeenCalledOnce();
  expect([response.status, await response.text()]).toEqual([404, 'whole']);
});

it('a function that does not end when its time is over is not waited for', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort('over'));
  await expect(requestWith(() => new Promise(() => undefined))).rejects.toBe('over');
  timeout.mockRestore();
});

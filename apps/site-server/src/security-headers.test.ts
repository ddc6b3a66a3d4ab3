import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

/** The content security policy of the response at a path, by directive. */
async function policyOf(path: string, apiOrigin?: string): Promise<Record<string, string>> {
  const site = new Hono()
    .use(securityHeaders(apiOrigin))
    .all('*', (context) => context.text('the file'));
  const { headers } = await site.request(path);
  const directives = (headers.get('content-security-policy') ?? '').split(';');
  return Object.fromEntries(
    directives.map((each) => {
      const [name = '', ...sources] = each.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

it.each([undefined, 'https://api.test'])(
  'the voice worker may compile WebAssembly, and connect to the site only (API: %s)',
  async (apiOrigin) => {
    expect(await policyOf('/assets/voice-worker-a1_b2-C.js', apiOrigin)).toEqual({
      'default-src': "'none'",
      'script-src': "'self' 'wasm-unsafe-eval'",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
    });
  },
);

it.each([
  '/',
  '/record',
  '/embed/1',
  '/assets/main-1.js',
  '/assets/voice-worker-1.js/record',
  '/assets/voice-worker-1.css',
  '/voice-worker-1.js',
  '/record/assets/voice-worker-1.js',
])('a page or another file may not compile WebAssembly: %s', async (path) => {
  const policy = await policyOf(path);
  expect(policy['script-src']).toBe("'self'");
  expect(policy['default-src']).toBe("'self'");
});

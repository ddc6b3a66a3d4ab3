import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';

/** Whether a path is that of a page for embedding in other sites: `/embed/{id}`. */
export const isEmbed = (path: string): boolean => /^\/embed\/[^/]+\/?$/i.test(path);

/** Whether a path is that of the voice worker's script, which has the name of its source file. */
const isVoiceWorker = (path: string): boolean => /^\/assets\/voice-worker-[\w-]+\.js$/.test(path);

/**
 * Sets the security headers. Pages load nothing from other origins; recordings and previews are blobs.
 * Other sites may frame the embed only.
 *
 * The policy of a worker is that of its script's response and not the page's. So only the voice worker
 * may compile WebAssembly, its encoder, and it may connect to the site only, to load that file.
 *
 * @param apiOrigin the API's origin if it is not the site's own
 */
export const securityHeaders = (apiOrigin?: string) => {
  const api = apiOrigin ? [apiOrigin] : [];
  const sockets = apiOrigin ? [apiOrigin.replace(/^http/, 'ws')] : [];
  const common = {
    crossOriginResourcePolicy: 'cross-origin',
    permissionsPolicy: { microphone: ['self'], camera: [], geolocation: [] },
    // Browsers ignore the header without TLS. It does not include subdomains, which may be others'.
    strictTransportSecurity: 'max-age=15552000',
    // No path, not even to this server: the address of a mailed link holds a token until it is pressed.
    referrerPolicy: 'strict-origin',
  };
  const framedBy = (frameAncestors: string, xFrameOptions: 'DENY' | false) =>
    secureHeaders({
      ...common,
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...api],
        mediaSrc: ["'self'", 'blob:', 'data:', ...api],
        connectSrc: ["'self'", ...api, ...sockets],
        workerSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: [frameAncestors],
        formAction: ["'self'"],
      },
      xFrameOptions,
    });
  const page = framedBy("'none'", 'DENY');
  const embed = framedBy('*', false);
  const voiceWorker = secureHeaders({
    ...common,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      connectSrc: ["'self'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: 'DENY',
  });
  return createMiddleware<GatewayEnv>(async (context, next) => {
    const { path } = context.req;
    if (isVoiceWorker(path)) await voiceWorker(context, next);
    else if (isEmbed(path)) await embed(context, next);
    else await page(context, next);
    // Only a page that was rendered for visitors has rules of its own.
    const nonce = context.get('styleNonce');
    if (nonce === undefined) return;
    const { headers } = context.res;
    const policy = headers.get('content-security-policy') ?? '';
    headers.set(
      'content-security-policy',
      policy.replace("style-src 'self'", (rule) => `${rule} 'nonce-${nonce}'`),
    );
  });
};

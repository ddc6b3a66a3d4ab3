import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';

/** Whether a path is that of a page which is made to stand in other sites: `/embed/{id}`. */
export const isEmbed = (path: string): boolean => /^\/embed\/[^/]+\/?$/i.test(path);

/** Whether a path is that of the voice worker's script, which the build names after its source file. */
const isVoiceWorker = (path: string): boolean => /^\/assets\/voice-worker-[\w-]+\.js$/.test(path);

/**
 * The site loads nothing from elsewhere; audio comes as blobs while recording and previewing. No
 * other site may frame its pages but the embed, which any may.
 *
 * A worker is governed by the policy that its script comes with, not by the page's. So only the voice
 * worker may compile WebAssembly, the encoder; it may ask the site for that file, and nothing else.
 *
 * @param apiOrigin origin of the API where it is not the site's own
 */
export const securityHeaders = (apiOrigin?: string) => {
  const api = apiOrigin ? [apiOrigin] : [];
  const sockets = apiOrigin ? [apiOrigin.replace(/^http/, 'ws')] : [];
  const common = {
    crossOriginResourcePolicy: 'cross-origin',
    permissionsPolicy: { microphone: ['self'], camera: [], geolocation: [] },
    // Browsers heed the header over TLS alone. Subdomains are left to their owner.
    strictTransportSecurity: 'max-age=15552000',
    referrerPolicy: 'strict-origin-when-cross-origin',
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
  return createMiddleware((context, next) => {
    const { path } = context.req;
    if (isVoiceWorker(path)) return voiceWorker(context, next);
    return isEmbed(path) ? embed(context, next) : page(context, next);
  });
};

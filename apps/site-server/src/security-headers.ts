import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';

/** Whether a path is that of a page which is made to stand in other sites: `/embed/{id}`. */
export const isEmbed = (path: string): boolean => /^\/embed\/[^/]+\/?$/i.test(path);

/**
 * The site loads nothing from elsewhere; audio comes as blobs while recording and previewing. No
 * other site may frame its pages but the embed, which any may.
 *
 * @param apiOrigin origin of the API where it is not the site's own
 */
export const securityHeaders = (apiOrigin?: string) => {
  const api = apiOrigin ? [apiOrigin] : [];
  const sockets = apiOrigin ? [apiOrigin.replace(/^http/, 'ws')] : [];
  const framedBy = (frameAncestors: string, xFrameOptions: 'DENY' | false) =>
    secureHeaders({
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
      crossOriginResourcePolicy: 'cross-origin',
      permissionsPolicy: { microphone: ['self'], camera: [], geolocation: [] },
      // Browsers heed the header over TLS alone. Subdomains are left to their owner.
      strictTransportSecurity: 'max-age=15552000',
      referrerPolicy: 'strict-origin-when-cross-origin',
      xFrameOptions,
    });
  const page = framedBy("'none'", 'DENY');
  const embed = framedBy('*', false);
  return createMiddleware((context, next) =>
    isEmbed(context.req.path) ? embed(context, next) : page(context, next),
  );
};

import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';

/**
 * The site loads nothing from elsewhere and is framed by nobody; audio comes as
 * blobs while recording and previewing.
 *
 * @param apiOrigin origin of the API where it is not the site's own
 */
export const securityHeaders = (apiOrigin?: string) => {
  const api = apiOrigin ? [apiOrigin] : [];
  const sockets = apiOrigin ? [apiOrigin.replace(/^http/, 'ws')] : [];
  return secureHeaders({
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
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
    },
    crossOriginResourcePolicy: 'cross-origin',
    permissionsPolicy: { microphone: ['self'], camera: [], geolocation: [] },
    // Browsers heed it over TLS alone; subdomains are their owner's affair.
    strictTransportSecurity: 'max-age=15552000',
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
  });
};

/** Uploaded content, opened by itself: a browser shows it, and runs, submits and embeds nothing. */
const objectPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Gives answers the policy of uploaded content. */
export const sandboxed = () =>
  createMiddleware(async (context, next) => {
    await next();
    context.res.headers.set('content-security-policy', objectPolicy);
  });

/** Whether a path is that of a page which is made to stand in other sites: `/embed/{id}`. */
export const isEmbed = (path: string): boolean => /^\/embed\/[^/]+\/?$/i.test(path);

/** Lets those pages be framed by any site, and keeps all else of their policy. */
export const framedAnywhere = () =>
  createMiddleware(async (context, next) => {
    await next();
    if (!isEmbed(context.req.path)) return;
    const { headers } = context.res;
    const policy = headers.get('content-security-policy') ?? '';
    headers.set(
      'content-security-policy',
      policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'),
    );
    headers.delete('x-frame-options');
  });

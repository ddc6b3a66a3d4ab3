import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';

/** Headers of an origin that serves only the protocol: no response is a page. */
export const apiHeaders = () =>
  secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    crossOriginResourcePolicy: 'cross-origin',
    strictTransportSecurity: 'max-age=15552000',
    xFrameOptions: 'DENY',
  });

/** Policy of uploaded content that is opened by itself: a browser shows it, but runs, submits and embeds nothing. */
const objectPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Middleware that sets the policy of uploaded content in place of any other. */
export const sandboxed = () =>
  createMiddleware(async (context, next) => {
    await next();
    context.res.headers.set('content-security-policy', objectPolicy);
  });

import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';

/** For an origin that serves the protocol alone: nothing in its answers is a page. */
export const apiHeaders = () =>
  secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    crossOriginResourcePolicy: 'cross-origin',
    strictTransportSecurity: 'max-age=15552000',
    xFrameOptions: 'DENY',
  });

/** For uploaded content, opened by itself: a browser shows it, and runs, submits and embeds nothing. */
const objectPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Gives answers the policy of uploaded content in place of any other. */
export const sandboxed = () =>
  createMiddleware(async (context, next) => {
    await next();
    context.res.headers.set('content-security-policy', objectPolicy);
  });

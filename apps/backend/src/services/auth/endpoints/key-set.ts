import type { Endpoint } from '../auth-context.ts';

/** `GET /.well-known/jwks.json`: the public keys of access tokens. */
export const keySet: Endpoint =
  ({ tokens }) =>
  (context) =>
    context.json(tokens.keys.keySet, 200, { 'cache-control': 'public, max-age=600' });

import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Leaves the parts of auth-js out of the site that Undertone has no use for:
 * passkeys and wallets, 4 kB of JavaScript, gzipped, on every page.
 * They cannot be shaken off, for they hang on the one auth client.
 * (GoTrueAdminApi must stay: signing out goes through it.)
 */
export function authJsParts(): Plugin {
  return {
    name: 'auth-js-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\/(lib\/webauthn|lib\/web3\/ethereum)$/ },
      handler(_source, importer) {
        if (!importer?.includes('/@supabase/auth-js/')) return null;
        return join(import.meta.dirname, 'auth-js-unused.ts');
      },
    },
  };
}

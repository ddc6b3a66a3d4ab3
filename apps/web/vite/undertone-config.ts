import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The backend of the development site. */
export interface Backend {
  /** Origin of the backend, without a trailing slash. */
  url: string;
  publishableKey: string;
}

/** The placeholder in index.html for the site's settings. */
const marker = '<!--undertone-config-->';

/** The paths of the backend's services. */
const services = ['/auth/v1', '/rest/v1', '/storage/v1', '/functions/v1', '/realtime/v1'];

/**
 * Finds the running backend from UNDERTONE_URL and UNDERTONE_PUBLISHABLE_KEY, or else from the
 * undertone.json that a running backend writes into its DATA_DIR.
 *
 * @returns undefined when no backend is known; the site then shows an error
 */
export function findBackend(env: NodeJS.ProcessEnv, root: string): Backend | undefined {
  const { UNDERTONE_URL: url, UNDERTONE_PUBLISHABLE_KEY: publishableKey } = env;
  if (url && publishableKey) return { url, publishableKey };
  try {
    const file = join(root, env['DATA_DIR'] ?? '.data', 'undertone.json');
    const known: Partial<Backend> = JSON.parse(readFileSync(file, 'utf8'));
    if (known.url && known.publishableKey) {
      return { url: known.url, publishableKey: known.publishableKey };
    }
  } catch {
    // No backend has run here yet.
  }
  return undefined;
}

/**
 * Replaces the site server in development: puts the settings into index.html, and serves the backend from
 * the site's own origin.
 */
export function undertoneConfig(backend: Backend | undefined): Plugin {
  return {
    name: 'undertone-config',
    apply: 'serve',
    config: () => ({
      server: {
        proxy: backend
          ? Object.fromEntries(
              services.map((path) => [
                path,
                { target: backend.url, changeOrigin: true, ws: path === '/realtime/v1' },
              ]),
            )
          : {},
      },
    }),
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!backend) return html;
        const settings = { supabaseUrl: '/', publishableKey: backend.publishableKey };
        return html.replace(
          marker,
          `<script type="application/json" id="undertone-config">${JSON.stringify(settings)}</script>`,
        );
      },
    },
  };
}

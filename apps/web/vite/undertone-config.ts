import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Where a development site finds its backend. */
export interface Backend {
  /** Origin of the backend, without a trailing slash. */
  url: string;
  publishableKey: string;
}

/** The place in index.html that the server fills with the site's settings. */
const marker = '<!--undertone-config-->';

/** The services of the backend, by the path that they are served under. */
const services = ['/auth/v1', '/rest/v1', '/storage/v1', '/functions/v1', '/realtime/v1'];

/**
 * Finds the running backend: UNDERTONE_URL and UNDERTONE_PUBLISHABLE_KEY, else
 * the undertone.json that it writes into its DATA_DIR while it runs.
 *
 * @returns undefined when no backend is known; the site then says so itself.
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
 * Does in development what the backend does with the built site: puts the
 * settings into index.html, and serves the API from the site's own origin.
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

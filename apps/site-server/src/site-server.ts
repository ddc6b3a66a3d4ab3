import type { Server } from 'node:http';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '@undertone/backend/config/environment.ts';
import { admissionOf } from '@undertone/backend/config/admission.ts';
import { limitConnections } from '@undertone/backend/http/limit-connections.ts';
import { drain, listen } from '@undertone/backend/http/listen.ts';
import { logRequests } from '@undertone/backend/http/log-requests.ts';
import { framedAnywhere, securityHeaders } from './security-headers.ts';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import { createSite, siteFolder } from './site.ts';
import { siteFunctions } from './site-functions.ts';

/** Only the site, for a Supabase that is elsewhere: no database, no data folder. */
export class SiteServer {
  readonly #config: Config;
  readonly #log: Logger;
  #server: Server | null = null;

  constructor(config: Config, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  async start(): Promise<string> {
    const { host, port, publicUrl, supabase, trustedProxies, contactEmail, limits } = this.#config;
    if (!supabase) throw new Error('SiteServer needs the Supabase that its site talks to');
    const app = new Hono<GatewayEnv>();
    app.use(logRequests(this.#log, trustedProxies));
    app.use(framedAnywhere());
    app.use(securityHeaders(new URL(supabase.url).origin));
    app.get('/healthz', (context) => context.json({ status: 'ok' }));
    const { url: supabaseUrl, publishableKey } = supabase;
    const site = await createSite({
      folder: siteFolder,
      config: { supabaseUrl, publishableKey, contactEmail },
      ask: siteFunctions(supabaseUrl, publishableKey),
      log: this.#log,
      urls: { site: publicUrl, api: supabaseUrl },
    });
    app.route('/', site);
    this.#server = await listen(app.fetch, host, port);
    limitConnections(this.#server, admissionOf(limits).httpConnections, trustedProxies);
    return publicUrl;
  }

  async stop(): Promise<void> {
    if (this.#server) await drain(this.#server, 10_000);
  }
}

import type { Server } from 'node:http';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { admissionOf } from '@undertone/backend/config/admission.ts';
import type { Config } from '@undertone/backend/config/environment.ts';
import { limitConnections } from '@undertone/backend/http/limit-connections.ts';
import { drain, drainTimeout, listen } from '@undertone/backend/http/listen.ts';
import { logRequests } from '@undertone/backend/http/log-requests.ts';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import { createRequestFunction } from './request-function.ts';
import { readClips } from './podcast/read-clips.ts';
import type { SiteSettings } from './settings.ts';
import { createSite } from './site.ts';
import { readNotices } from './site-notice.ts';

/** The settings of a site that uses another Supabase. */
interface SiteServerSettings extends SiteSettings {
  readonly supabase: NonNullable<SiteSettings['supabase']>;
}

/** Serves only the site, for another Supabase, without a database or a data folder. */
export class SiteServer {
  readonly #config: Config;
  readonly #settings: SiteServerSettings;
  readonly #log: Logger;
  #server: Server | null = null;

  constructor(config: Config, settings: SiteServerSettings, log: Logger) {
    this.#config = config;
    this.#settings = settings;
    this.#log = log;
  }

  async start(): Promise<string> {
    const { host, port, publicUrl, trustedProxies, limits } = this.#config;
    const { supabase, contactEmail, podcastFeeds } = this.#settings;
    const { url: supabaseUrl, publishableKey } = supabase;
    const site = await createSite({
      config: { supabaseUrl, publishableKey, contactEmail, podcastFeeds },
      requestFunction: createRequestFunction(supabaseUrl, publishableKey),
      readClip: readClips(supabaseUrl, publishableKey),
      readNotice: readNotices(supabaseUrl, publishableKey, this.#log),
      log: this.#log,
      urls: { site: publicUrl, api: supabaseUrl },
    });
    const app = new Hono<GatewayEnv>();
    app.use(logRequests(this.#log, trustedProxies));
    app.use(site.setHeaders);
    app.get('/healthz', (context) => context.json({ status: 'ok' }));
    app.route('/', site.routes);
    this.#server = await listen(app.fetch, host, port);
    limitConnections(this.#server, admissionOf(limits).httpConnections, trustedProxies);
    return publicUrl;
  }

  async stop(): Promise<void> {
    if (this.#server) await drain(this.#server, drainTimeout);
  }
}

import { readConfig } from '@undertone/backend/config/environment.ts';
import { createLog } from '@undertone/backend/lib/log.ts';
import { printLine, runServer } from '@undertone/backend/operations/run-server.ts';
import { Backend } from '@undertone/backend/server.ts';
import { createRequestFunction } from './request-function.ts';
import { readClips } from './podcast/read-clips.ts';
import { product, readSiteSettings } from './settings.ts';
import { createSite } from './site.ts';
import { readNotices } from './site-notice.ts';
import { SiteServer } from './site-server.ts';

await runServer(product, () => {
  const config = readConfig(process.env);
  const { supabase, contactEmail, podcastFeeds } = readSiteSettings(process.env);
  const log = createLog(config.logLevel);
  if (supabase) {
    const server = new SiteServer(config, { supabase, contactEmail, podcastFeeds }, log);
    return { server, log, dataDir: null };
  }
  const server = new Backend(config, log, {
    product,
    onStep: printLine,
    // The functions read this variable, since their requests do not come from the site only.
    functionEnvironment: { PODCAST_FEEDS: podcastFeeds ? 'on' : 'off' },
    createSite: ({ publicUrl, publishableKey, sendTo }) =>
      createSite({
        config: { supabaseUrl: '/', publishableKey, contactEmail, podcastFeeds },
        requestFunction: createRequestFunction(
          'http://localhost',
          publishableKey,
          sendTo('functions'),
        ),
        readClip: readClips('http://localhost', publishableKey, sendTo('storage')),
        readNotice: readNotices('http://localhost', publishableKey, log, sendTo('rest')),
        log,
        urls: { site: publicUrl, api: publicUrl },
      }),
  });
  return { server, log, dataDir: config.dataDir };
});

import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import type { RequireSession } from '../../identity/caller.ts';
import { countRequests, identifyCaller, type CallerRules } from '../../http/identify-caller.ts';
import type { GatewayEnv, Service } from '../../http/service.ts';
import type { ProjectConfig } from '../../config/project-config.ts';
import { HOUR_MS, runEvery } from '../../lib/run-every.ts';
import { BytesRemoval, sweepOrphans } from './files/bytes-removal.ts';
import { PendingUploadBytes } from './uploads/pending-upload-bytes.ts';
import { getBucket, listBuckets } from './endpoints/buckets.ts';
import { copy, move } from './endpoints/move-and-copy.ts';
import { download, downloadPublic, downloadSigned } from './endpoints/download.ts';
import { info, infoPublic } from './endpoints/info.ts';
import { list } from './endpoints/list.ts';
import { removeMany, removeOne } from './endpoints/remove.ts';
import { signUpload, sign, signMany } from './endpoints/sign.ts';
import { upload, uploadSigned } from './endpoints/upload.ts';
import { errors, toStorageError } from './errors.ts';
import { DiskSpace, measureSpace, type Space } from './files/disk-space.ts';
import { ObjectStore } from './files/object-store.ts';
import type { StorageContext } from './storage-context.ts';
import { UrlSigner } from './signed-urls/url-signer.ts';

export interface StorageOptions {
  readonly database: Database;
  /** The folder of the bytes, which no other process uses. */
  readonly folder: string;
  /** HMAC key of signed URLs, base64url. */
  readonly signingKey: string;
  readonly rules: CallerRules;
  readonly requireSession: RequireSession;
  readonly settings: ProjectConfig['storage'];
  /** Buckets whose files lose their metadata. */
  readonly cleanedBuckets: ReadonlySet<string>;
  readonly log: Logger;
  /** Measures the disk of the folder. */
  readonly measureDisk?: () => Promise<Space>;
}

const refuse = (what: string) => () => {
  throw errors.notSupported(what);
};

const createRoutes = (storage: StorageContext, rules: CallerRules): Hono<GatewayEnv> => {
  const routes = new Hono<GatewayEnv>();

  // URLs that browsers load without an api key, by permission of the public bucket or the signature.
  const count = countRequests(rules);
  routes.get('/object/public/:bucket/:key{.+}', count, downloadPublic(storage));
  routes.get('/object/info/public/:bucket/:key{.+}', count, infoPublic(storage));
  routes.get('/object/sign/:bucket/:key{.+}', count, downloadSigned(storage));
  routes.put('/object/upload/sign/:bucket/:key{.+}', count, uploadSigned(storage));

  routes.use(identifyCaller(rules));

  routes.get('/bucket', listBuckets(storage));
  routes.get('/bucket/:bucket', getBucket(storage));
  routes.on(
    ['POST', 'PUT', 'DELETE'],
    ['/bucket', '/bucket/*'],
    refuse('Changing buckets, which migrations define,'),
  );

  routes.post('/object/sign/:bucket', signMany(storage));
  routes.post('/object/sign/:bucket/:key{.+}', sign(storage));
  routes.post('/object/list/:bucket', list(storage));
  routes.get('/object/info/authenticated/:bucket/:key{.+}', info(storage));
  routes.get('/object/info/:bucket/:key{.+}', info(storage));
  routes.get('/object/authenticated/:bucket/:key{.+}', download(storage));

  routes.post('/object/move', move(storage));
  routes.post('/object/copy', copy(storage));
  routes.post('/object/upload/sign/:bucket/:key{.+}', signUpload(storage));

  // These precede the routes of objects, which would treat `list-v2` as a bucket.
  routes.post('/object/list-v2/*', refuse('Listing with cursors'));
  routes.all('/upload/resumable/*', refuse('Resumable uploading'));
  routes.all('/render/*', refuse('Image transformation'));
  routes.all('/cdn/*', refuse('Purging a cache in front of objects'));
  routes.all('/s3/*', refuse('The S3 protocol'));
  routes.all('/iceberg/*', refuse('Analytics buckets'));
  routes.all('/vector/*', refuse('Vector buckets'));

  routes.on(['POST', 'PUT'], '/object/:bucket/:key{.+}', upload(storage));
  routes.get('/object/:bucket/:key{.+}', download(storage));
  routes.delete('/object/:bucket', removeMany(storage));
  routes.delete('/object/:bucket/:key{.+}', removeOne(storage));

  routes.all('*', (context) => {
    throw errors.notSupported(`${context.req.method} ${context.req.path}`);
  });

  routes.onError((error) => {
    const { status, body, headers } = toStorageError(error);
    return Response.json(body, { status, headers });
  });
  return routes;
};

/** Serves objects as Supabase Storage does: rows with policies in the database, bytes on disk. */
export async function createStorage(options: StorageOptions): Promise<Service> {
  const { database, folder, signingKey, rules, requireSession, settings, cleanedBuckets, log } =
    options;
  const store = await ObjectStore.open(folder);
  const disk = new DiskSpace(options.measureDisk ?? measureSpace(folder), log);
  await disk.hasRoom();
  const signer = await UrlSigner.create(signingKey);
  const removal = new BytesRemoval(database.admin, store, log);
  const stopListening = await removal.listen(database);
  const stopSweeping = runEvery(HOUR_MS, log, 'sweeping stored bytes without a row', async () => ({
    removed: await sweepOrphans({ admin: database.admin, store, removal }),
  }));
  const storage = {
    database,
    store,
    disk,
    removal,
    signer,
    pendingUploadBytes: new PendingUploadBytes(),
    requireSession,
    fileSizeLimit: settings.file_size_limit,
    cleanedBuckets,
  };
  return {
    routes: createRoutes(storage, rules),
    gauges: () => {
      // For the next scrape.
      disk.hasRoom().catch(() => undefined);
      return disk.gauges;
    },
    async stop() {
      await Promise.all([stopSweeping(), stopListening()]);
      removal.stop();
    },
  };
}

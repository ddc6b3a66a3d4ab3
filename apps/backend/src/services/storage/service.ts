import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import type { RequireSession } from '../../identity/caller.ts';
import { countRequests, identifyCaller, type CallerRules } from '../../http/identify-caller.ts';
import type { GatewayEnv, Service } from '../../http/service.ts';
import type { LimitSettings } from '../../config/limit-settings.ts';
import type { ProjectConfig } from '../../config/project-config.ts';
import { BytesRemoval } from './files/bytes-removal.ts';
import { PendingUploadBytes } from './uploads/pending-upload-bytes.ts';
import { getBucket, listBuckets } from './endpoints/buckets.ts';
import { copy } from './endpoints/copy.ts';
import { downloadPublic } from './endpoints/download-public.ts';
import { downloadSigned } from './endpoints/download-signed.ts';
import { download } from './endpoints/download.ts';
import { info, infoPublic } from './endpoints/info.ts';
import { list } from './endpoints/list.ts';
import { move } from './endpoints/move.ts';
import { removeMany, removeOne } from './endpoints/remove.ts';
import { signMany } from './endpoints/sign-many.ts';
import { signUpload } from './endpoints/sign-upload.ts';
import { sign } from './endpoints/sign.ts';
import { uploadSigned } from './endpoints/upload-signed.ts';
import { upload } from './endpoints/upload.ts';
import { errors, toStorageError } from './errors.ts';
import { ObjectStore } from './files/object-store.ts';
import type { StorageContext } from './storage-context.ts';
import { startSweeping } from './files/orphan-sweep.ts';
import { createUrlSigner } from './signed-urls/url-signer.ts';

export interface StorageOptions {
  readonly database: Database;
  /** Where the bytes are kept; no other process uses it. */
  readonly folder: string;
  /** HMAC key of signed URLs, base64url. */
  readonly signingKey: string;
  readonly rules: CallerRules;
  readonly requireSession: RequireSession;
  readonly settings: ProjectConfig['storage'];
  readonly limits: LimitSettings;
  readonly log: Logger;
}

const refuse = (what: string) => () => {
  throw errors.notSupported(what);
};

const createRoutes = (parts: StorageContext, rules: CallerRules): Hono<GatewayEnv> => {
  const routes = new Hono<GatewayEnv>();

  // Plain links, followed by browsers: the bucket or the signature is the permission.
  const count = countRequests(rules);
  routes.get('/object/public/:bucket/:key{.+}', count, downloadPublic(parts));
  routes.get('/object/info/public/:bucket/:key{.+}', count, infoPublic(parts));
  routes.get('/object/sign/:bucket/:key{.+}', count, downloadSigned(parts));
  routes.put('/object/upload/sign/:bucket/:key{.+}', count, uploadSigned(parts));

  routes.use(identifyCaller(rules));

  routes.get('/bucket', listBuckets(parts));
  routes.get('/bucket/:bucket', getBucket(parts));
  routes.on(
    ['POST', 'PUT', 'DELETE'],
    ['/bucket', '/bucket/*'],
    refuse('Changing buckets, which migrations define,'),
  );

  routes.post('/object/sign/:bucket', signMany(parts));
  routes.post('/object/sign/:bucket/:key{.+}', sign(parts));
  routes.post('/object/list/:bucket', list(parts));
  routes.get('/object/info/authenticated/:bucket/:key{.+}', info(parts));
  routes.get('/object/info/:bucket/:key{.+}', info(parts));
  routes.get('/object/authenticated/:bucket/:key{.+}', download(parts));

  routes.post('/object/move', move(parts));
  routes.post('/object/copy', copy(parts));
  routes.post('/object/upload/sign/:bucket/:key{.+}', signUpload(parts));

  // Named here so that it is not taken for a bucket.
  routes.post('/object/list-v2/*', refuse('Listing with cursors'));
  routes.all('/upload/resumable/*', refuse('Resumable uploading'));
  routes.all('/render/*', refuse('Image transformation'));
  routes.all('/cdn/*', refuse('Purging a cache in front of objects'));
  routes.all('/s3/*', refuse('The S3 protocol'));
  routes.all('/iceberg/*', refuse('Analytics buckets'));
  routes.all('/vector/*', refuse('Vector buckets'));

  routes.on(['POST', 'PUT'], '/object/:bucket/:key{.+}', upload(parts));
  routes.get('/object/:bucket/:key{.+}', download(parts));
  routes.delete('/object/:bucket', removeMany(parts));
  routes.delete('/object/:bucket/:key{.+}', removeOne(parts));

  routes.all('*', (context) => {
    throw errors.notSupported(`${context.req.method} ${context.req.path}`);
  });

  routes.onError((error) => {
    const { status, body, headers } = toStorageError(error);
    return Response.json(body, { status, headers });
  });
  return routes;
};

/** Objects as Supabase Storage serves them: rows decide, through their policies, and the disk holds the bytes. */
export async function createStorage(options: StorageOptions): Promise<Service> {
  const { database, folder, signingKey, rules, requireSession, settings, limits, log } = options;
  const store = await ObjectStore.open(folder);
  const signer = await createUrlSigner(signingKey);
  const removal = new BytesRemoval(database.admin, store, log);
  const stopSweeping = startSweeping({ admin: database.admin, store, removal, log });
  const parts = {
    database,
    store,
    removal,
    signer,
    pendingUploadBytes: new PendingUploadBytes(),
    requireSession,
    fileSizeLimit: settings.file_size_limit,
    signedUrlSeconds: limits.SIGNED_URL_SECONDS,
    log,
  };
  return {
    routes: createRoutes(parts, rules),
    async stop() {
      await stopSweeping();
      removal.stop();
    },
  };
}

import type { GatewayContext } from '../../http/service.ts';
import type { Database } from '../../database/database.ts';
import type { RequireSession } from '../../identity/caller.ts';
import type { BytesRemoval } from './files/bytes-removal.ts';
import type { DiskSpace } from './files/disk-space.ts';
import type { PendingUploadBytes } from './uploads/pending-upload-bytes.ts';
import type { ObjectStore } from './files/object-store.ts';
import type { UrlSigner } from './signed-urls/url-signer.ts';

/** The state that the endpoints share. */
export interface StorageContext {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly disk: DiskSpace;
  readonly removal: BytesRemoval;
  readonly signer: UrlSigner;
  readonly pendingUploadBytes: PendingUploadBytes;
  readonly requireSession: RequireSession;
  /** The project's limit on the size of an object, bytes. */
  readonly fileSizeLimit: number;
  /** Buckets whose files lose their metadata, and which take no file that cannot be read as its type. */
  readonly cleanedBuckets: ReadonlySet<string>;
}

/** A handler for the routes. */
export type Endpoint = (storage: StorageContext) => (context: GatewayContext) => Promise<Response>;

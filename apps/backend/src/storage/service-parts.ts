import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { ObjectStore } from './object-store.ts';
import type { UrlSigner } from './url-signer.ts';

/** What the endpoints work with. */
export interface StorageParts {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly signer: UrlSigner;
  /** The project's limit on an object, bytes. */
  readonly fileSizeLimit: number;
  readonly log: Logger;
}

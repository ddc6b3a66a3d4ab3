import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { errors, StorageError } from '../errors.ts';

/** A multipart/form-data body, parsed up to the start of its file. */
export interface Multipart {
  /** The fields before the file, by name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly file: {
    readonly mimeType: string;
    readonly content: Readable;
  };
  /** Stops parsing the body and releases it, for a file that is not read to its end. */
  readonly stop: () => Promise<void>;
}

const limits = { fields: 10, files: 1, fieldSize: 1024 * 1024, headerPairs: 20 };

/**
 * Parses a form of storage-js: some fields, then one file.
 *
 * @param contentType the header with the boundary
 * @throws {StorageError} InvalidRequest for a malformed form, or a form without a file
 */
export async function readMultipart(
  body: AsyncGenerator<Uint8Array, void>,
  contentType: string,
): Promise<Multipart> {
  const stopped = new AbortController();
  const noContent = (cause: unknown) => errors.invalidRequest('No content provided', cause);
  let parser;
  try {
    parser = new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch (error) {
    throw noContent(error);
  }

  const fields = new Map<string, string>();
  let file: BusboyFileStream | null = null;
  const { promise, resolve, reject } = Promise.withResolvers<Multipart>();

  const parsed = pipeline(body, parser, { signal: stopped.signal }).then(
    () => reject(noContent(undefined)),
    (error: unknown) => {
      const failure =
        error instanceof StorageError
          ? error
          : errors.invalidRequest('The form is malformed', error);
      reject(failure);
      file?.destroy(failure);
    },
  );
  const stop = async () => {
    stopped.abort();
    await parsed;
  };

  parser.on('field', (name, value) => fields.set(name, value));
  parser.on('file', (_name, stream, _fileName, _encoding, mimeType) => {
    file = stream;
    // The reader observes the error; the listener only keeps Node from ending the process.
    stream.on('error', () => undefined);
    resolve({ fields, file: { mimeType, content: stream }, stop });
  });
  return promise;
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { pack, type Pack } from 'tar-stream';
import { nullIfMissing } from '../../lib/error-code.ts';

/** Name of an archive's last entry: the checksums of all others in the format of `sha256sum`. */
export const sumsName = 'SHA256SUMS';

const chunkSize = 1024 * 1024;

/** Writes a tar file that only its owner can read. */
export class ArchiveWriter {
  readonly #pack: Pack = pack();
  readonly #written: Promise<void>;
  readonly #sums: string[] = [];

  /** @param path of a file that does not exist yet */
  constructor(path: string) {
    this.#written = pipeline(this.#pack, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    // Callers observe this rejection through the methods below; the handler only keeps Node from
    // reporting it as unhandled.
    this.#written.catch(() => undefined);
  }

  async addFolder(name: string): Promise<void> {
    const { promise: added, resolve, reject } = Promise.withResolvers<void>();
    this.#pack.entry({ name: `${name}/`, type: 'directory', mode: 0o700 }, (error) =>
      error ? reject(error) : resolve(),
    );
    await Promise.race([added, this.#written]);
  }

  async addText(name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    await this.#add(name, content.length, async function* chunk() {
      yield content;
    });
  }

  /**
   * Adds a file with its present size. A file that PostgreSQL shortens meanwhile is padded with zeros,
   * and one that grows is truncated: replaying the log repairs both.
   * @returns false when the file no longer exists
   */
  async addFile(name: string, path: string): Promise<boolean> {
    await using handle = await open(path, 'r').catch(nullIfMissing);
    if (!handle) return false;
    const { size } = await handle.stat();
    await this.#add(name, size, () => readExactly(handle, size));
    return true;
  }

  async #add(name: string, size: number, chunks: () => AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256');
    const { promise: added, resolve, reject } = Promise.withResolvers<void>();
    const entry = this.#pack.entry({ name, size, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    );
    for await (const chunk of chunks()) {
      hash.update(chunk);
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), this.#written]);
    }
    entry.end(null);
    await Promise.race([added, this.#written]);
    this.#sums.push(`${hash.digest('hex')}  ${name}\n`);
  }

  /** Adds the checksums; resolves when the file is complete. */
  async finish(): Promise<void> {
    await this.addText(sumsName, this.#sums.join(''));
    this.#pack.finalize();
    await this.#written;
  }

  /** Stops writing; the unfinished file stays. */
  async abort(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => undefined);
  }
}

async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size;) {
    const chunk = Buffer.alloc(Math.min(chunkSize, size - position));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    yield bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    position += bytesRead === 0 ? chunk.length : bytesRead;
  }
}

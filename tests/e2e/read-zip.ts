import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** Reads a ZIP archive without compression by its directory. @returns the files by their names @throws if one is damaged */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from(Uint32Array.of(END_OF_DIRECTORY).buffer));
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error(`no entry at ${at}`);
    const size = archive.readUInt32LE(at + 24);
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, nameEnd);
    const header = archive.readUInt32LE(at + 42);
    const start =
      header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const file = archive.subarray(start, start + size);
    if (crc32(file) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    files.set(name, file);
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

const header = 'Exif\0\0';
const orientationTag = 0x0112;
const entryLength = 12;

/**
 * How a photo is turned, from the content of its EXIF segment.
 * @returns 2 to 8; null for an upright photo and for a segment that does not say so
 */
export function exifOrientation(content: Buffer): number | null {
  if (content.toString('latin1', 0, header.length) !== header) return null;
  const tiff = content.subarray(header.length);
  if (tiff.length < 10) return null;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const uint16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const count = uint16(directory);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * entryLength;
    if (entry + entryLength > tiff.length) return null;
    if (uint16(entry) !== orientationTag) continue;
    const value = uint16(entry + 8);
    return value >= 2 && value <= 8 ? value : null;
  }
  return null;
}

/** An EXIF segment that states only how a photo is turned. */
export function exifWithOrientation(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const segment = Buffer.concat([Buffer.from('ffe10000', 'hex'), Buffer.from(header), tiff]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return segment;
}

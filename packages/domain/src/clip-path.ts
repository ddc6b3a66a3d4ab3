/**
 * The file extensions of clips by their MIME types. The database refuses a clip whose name and type
 * contradict each other.
 */
const CLIP_EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['audio/mpeg', 'mp3'],
  ['audio/wav', 'wav'],
]);

/** The MIME types of clips that the bucket takes. */
export const CLIP_MIME_TYPES: readonly string[] = [...CLIP_EXTENSIONS.keys()];

/**
 * Where a new clip is stored in the bucket; the extension is that of its MIME type.
 *
 * @throws {RangeError} when the bucket takes no clips of this type
 */
export function clipPath(userId: string, now: Date, mimeType: string): string {
  const extension = CLIP_EXTENSIONS.get(mimeType);
  if (extension === undefined) throw new RangeError(`${mimeType} is not the type of a clip.`);
  return `${userId}/${now.getTime()}-voice-drop.${extension}`;
}

/** The file extension of a stored clip, without the dot: that of its path, or `wav`. */
export function clipExtension(path: string): string {
  return /\.(mp3|wav)$/i.exec(path)?.[1]?.toLowerCase() ?? 'wav';
}

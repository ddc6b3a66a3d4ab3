/** Formats to record in, the preferred one first. Safari before 18.4 and WebKitGTK record MP4 alone. */
const MIME_TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'] as const;

/** What a browser says of a format. */
export interface FormatSupport {
  canRecord: (mimeType: string) => boolean;
  /** Whether the browser says that it can decode the format. Not all that a browser records, it also decodes. */
  canDecode: (mimeType: string) => boolean;
}

/**
 * The format to record in: the first that the browser can record and decode again. Where it says of none
 * that it can decode it, the first that it can record.
 *
 * @returns undefined when the browser can record none of the formats
 */
export function findRecordingFormat({ canRecord, canDecode }: FormatSupport = browserSupport):
  | string
  | undefined {
  const recordable = MIME_TYPES.filter(canRecord);
  return recordable.find(canDecode) ?? recordable[0];
}

const browserSupport: FormatSupport = {
  canRecord: (mimeType) => 'MediaRecorder' in window && MediaRecorder.isTypeSupported(mimeType),
  canDecode: (mimeType) => new Audio().canPlayType(mimeType) !== '',
};

/** Where an archive is written. */
export interface ArchiveTarget {
  /** The name of the file. */
  name: string;
  /** Writes the archive as it is made. Rejects when the signal aborts, or the person cancels the download in the browser. */
  write: (archive: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal) => Promise<void>;
  /** Removes the file that was chosen, after the archive was not completed. */
  discard: () => Promise<void>;
}

/** The part of the File System Access API that only Chromium has. */
type ShowSaveFilePicker = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>;

declare global {
  interface Window {
    showSaveFilePicker?: ShowSaveFilePicker;
  }
}

/** This browser can write no file as it is made. */
export class NoTargetError extends Error {
  override name = 'NoTargetError';
}

/**
 * Finds where an archive is written: a file that the person chooses, or a download that the service worker answers.
 * Both write it as it is made, and never have it in memory.
 *
 * @returns undefined when the person chooses no file
 * @throws {NoTargetError} if there is no service worker either, as in private windows of some browsers
 */
export async function findTarget(name: string): Promise<ArchiveTarget | undefined> {
  const picker = window.showSaveFilePicker;
  if (picker) return chooseFile((options) => picker.call(window, options), name);
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) throw new NoTargetError('This browser can write no file as it is made.');
  const { active } = await navigator.serviceWorker.ready;
  if (!active) throw new NoTargetError('The service worker is not active.');
  const { streamDownload } = await import('./stream-download.ts');
  return {
    name,
    write: (archive, signal) => streamDownload(active, archive, name, signal),
    discard: async () => undefined,
  };
}

async function chooseFile(
  showPicker: ShowSaveFilePicker,
  name: string,
): Promise<ArchiveTarget | undefined> {
  try {
    const file = await showPicker({
      suggestedName: name,
      types: [{ description: 'ZIP archive', accept: { 'application/zip': ['.zip'] } }],
    });
    return {
      name: file.name,
      // Until the stream is closed the browser writes a file beside it, so that a closed tab leaves no broken archive.
      write: async (archive, signal) => archive.pipeTo(await file.createWritable(), { signal }),
      discard: async () => file.remove?.(),
    };
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return undefined;
    throw cause;
  }
}

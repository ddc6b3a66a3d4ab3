import { VOICE_DROP_MAX_SECONDS } from '@undertone/domain/limits';
import { FileAudio } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyCode } from '#lib/lazy-code.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { takeSharedFile } from './shared-file.ts';
import { useDroppedFile } from './use-dropped-file.ts';

/** Also by extension: some systems know no type for M4A, Opus or FLAC files. */
const ACCEPTED = 'audio/*,.m4a,.mp3,.wav,.ogg,.oga,.opus,.webm,.flac,.aac';

const loadImport = lazyCode(() => import('./import-audio-file.ts'));

const UNEXPECTED = 'The file could not be opened. Try again, or choose another one.';

/** What the person reads while a file has to wait, because the recorder has another take. */
export const FILE_WAITS = 'Your audio file comes next: post this recording, or discard it.';

interface AudioFileChooserProps {
  /** The account whose take the file becomes. */
  userId: string;
  /** Whether the recorder has no take. */
  isIdle: boolean;
  /** The take in the recorder. */
  takeId: string | null;
  /** Called when the recorder is idle and a take was made of a file. */
  onImported: () => void;
}

/**
 * Makes a take of an audio file instead of a recording: of one that is chosen here, dropped on the page, or
 * shared with the installed app. The take waits while the recorder has another one.
 */
export function AudioFileChooser({ userId, isIdle, takeId, onImported }: AudioFileChooserProps) {
  const [reading, setReading] = useState<AbortController | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The take that was made of a file, until the recorder shows it. */
  const [imported, setImported] = useState<string | null>(null);
  if (imported !== null && imported === takeId) setImported(null);
  const input = useRef<HTMLInputElement>(null);

  const read = async (file: Blob) => {
    const controller = new AbortController();
    setReading(controller);
    setProblem(null);
    try {
      const { importAudioFile } = await loadImport();
      setImported(await importAudioFile(userId, file, controller.signal));
    } catch (cause) {
      if (controller.signal.aborted) return;
      logFailure('The audio file could not be used.', cause);
      setProblem(loadImport.current()?.explainImportFailure(cause) ?? UNEXPECTED);
    } finally {
      setReading(null);
    }
  };

  const readShared = useEffectEvent(read);
  useEffect(() => {
    takeSharedFile()
      .then((file) => file && readShared(file))
      .catch((cause: unknown) => logFailure('The shared file could not be read.', cause));
  }, []);

  useDroppedFile(isIdle && reading === null, (file) => void read(file));

  // Repeated when the take that was shown instead is gone.
  const showImported = useEffectEvent(onImported);
  useEffect(() => {
    if (isIdle && imported !== null) showImported();
  }, [isIdle, imported]);

  if (!isIdle) {
    return (
      <output className="mt-4 block text-center text-sm text-ink-soft empty:hidden">
        {imported !== null && FILE_WAITS}
      </output>
    );
  }
  return (
    <div className="mx-auto mt-6 max-w-md text-center">
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label="Audio file"
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file) void read(file);
        }}
      />
      <Button
        variant="quiet"
        aria-busy={reading !== null || undefined}
        onClick={() => (reading ? reading.abort() : input.current?.click())}
      >
        {reading ? <Spinner /> : <FileAudio aria-hidden="true" />}
        {reading ? 'Cancel' : 'Choose an audio file'}
      </Button>
      <output className="block text-sm text-ink-faint">
        {reading ? 'Reading the file...' : `Up to ${VOICE_DROP_MAX_SECONDS / 60} minutes.`}
      </output>
      <FailureNote message={problem} className="not-empty:mt-3" />
    </div>
  );
}

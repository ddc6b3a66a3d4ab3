import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';

interface UploadProgressProps {
  /** Share of the audio that has been sent, 0 to 1; null while the clip is being made. */
  progress: number | null;
  onCancel: () => void;
}

/** The progress of the upload, with a button that cancels it until all bytes have been sent. */
export function UploadProgress({ progress, onCancel }: UploadProgressProps) {
  const isSent = progress === 1;
  return (
    <div className="flex items-center gap-4">
      <div className="grow">
        <ProgressBar label="Upload" value={progress ?? undefined} />
        <p className="mt-1.5 text-sm text-ink-soft tabular-nums">{stage(progress)}</p>
      </div>
      <Button variant="quiet" size="sm" disabled={isSent} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function stage(progress: number | null): string {
  if (progress === null) return 'Preparing';
  return progress === 1 ? 'Saving' : `Uploading ${Math.round(progress * 100)}%`;
}

import { Button } from './button.tsx';

interface FailureNoteProps {
  /** What is wrong and what is kept; nothing while all is well. */
  message: string | null;
  /** Tries again what failed. Without it the message says what helps. */
  onRetry?: (() => void) | undefined;
  /** By default 'Try again'. */
  retryLabel?: string;
  disabled?: boolean;
  /** Whether it is being tried again. */
  pending?: boolean;
  className?: string;
}

/**
 * What went wrong, in its place until it works. To be rendered also while there is no message: screen readers
 * read only what is added to an alert that is there already.
 */
export function FailureNote(props: FailureNoteProps) {
  const { message, onRetry, retryLabel = 'Try again', className } = props;
  const { disabled = false, pending = false } = props;
  return (
    <div role="alert" className={className}>
      {message !== null && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-danger bg-danger-wash px-4 py-3 text-left text-sm text-ink">
          <p className="min-w-0 grow basis-48">{message}</p>
          {onRetry && (
            <Button
              variant="secondary"
              size="sm"
              disabled={disabled}
              pending={pending}
              className="max-sm:min-h-11"
              onClick={onRetry}
            >
              {retryLabel}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

import { Spinner } from './spinner.tsx';

/** A placeholder for content that is loading; announced to screen readers. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <p data-announced className="flex items-center justify-center gap-3 px-6 py-16 text-ink-soft">
      <Spinner />
      {label}
    </p>
  );
}

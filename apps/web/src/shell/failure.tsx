import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';

/** Replaces a page that failed: its data or code did not arrive, or rendering threw. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => logFailure('The page could not be shown.', error), [error]);
  const tryAgain = async () => {
    await router.invalidate();
    reset();
  };
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center px-6 text-center">
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="mt-3 max-w-sm text-ink-soft">
        This page could not be shown. Check your connection and try again.
      </p>
      <Button className="mt-8" onClick={() => void tryAgain()}>
        Try Again
      </Button>
    </div>
  );
}

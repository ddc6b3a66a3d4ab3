import { Link, Navigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { useRepairedPath } from '#lib/use-repaired-path.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';
import { useGoBack } from '#features/drops/use-go-back.ts';

interface DropNotFoundProps {
  /** Shown above the heading. */
  reason?: string;
  /** Set if another try may help. */
  onTryAgain?: () => void;
}

/** Shown instead of a drop that does not exist, or that the viewer may not see. */
export function DropNotFound({ reason, onTryAgain }: DropNotFoundProps) {
  useDocumentTitle('Voice Drop Not Found');
  const { status } = useSession();
  const goBack = useGoBack();
  const heading = useRef<HTMLHeadingElement>(null);
  // The element that had the focus may be gone with the drop's card.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const repaired = useRepairedPath();
  if (repaired !== undefined) return <Navigate to={repaired} replace />;

  return (
    <Card className="rounded-xl! flex flex-col items-center px-6 py-14 text-center sm:py-16">
      <WaveformOrnament className="mb-7 h-9 text-line-strong" />
      {reason && <p className="mb-1 text-sm font-medium text-ink-faint">{reason}</p>}
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
        Voice Drop Not Found
      </h1>
      <p className="mt-3 max-w-sm text-ink-soft">
        This voice drop may have been deleted, made private, or the link is invalid.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {onTryAgain && <Button onClick={onTryAgain}>Try Again</Button>}
        <Button variant="secondary" onClick={goBack}>
          Go Back
        </Button>
        <Link
          to={status === 'signed-in' ? '/app' : '/'}
          className={buttonClass({ variant: onTryAgain ? 'secondary' : 'primary' })}
        >
          {status === 'signed-in' ? 'Go to Feed' : 'Go Home'}
        </Link>
      </div>
    </Card>
  );
}

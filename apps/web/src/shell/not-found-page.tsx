import { Link } from '@tanstack/react-router';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { buttonClass } from '#ui/button-class.ts';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';

/** The page of a path that does not exist. */
export default function NotFoundPage() {
  return (
    <main className="flex min-h-dvh flex-col justify-center px-6">
      <NotFoundMessage />
    </main>
  );
}

/** Its content, for a path that looks like a profile's. */
export function NotFoundMessage() {
  useDocumentTitle('Page not found');
  return (
    <div className="flex flex-col items-center pb-24 text-center">
      <WaveformOrnament className="mb-10 h-16 text-line-strong" />
      <p className="text-sm font-medium text-ink-faint tabular-nums">404</p>
      <h1 className="mt-2 text-4xl sm:text-5xl">Oops! Page not found</h1>
      <p className="mt-4 max-w-sm text-ink-soft">
        The address may have a letter too many, or the page is gone. The voices are still here.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Link to="/feed" className={buttonClass()}>
          Listen to the Feed
        </Link>
        <Link to="/" className={buttonClass({ variant: 'secondary' })}>
          Return to Home
        </Link>
      </div>
    </div>
  );
}

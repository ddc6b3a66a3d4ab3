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
      <WaveformOrnament className="mb-8 h-10 text-line-strong" />
      <p className="text-sm font-medium text-ink-faint tabular-nums">404</p>
      <h1 className="mt-2 text-4xl">Oops! Page not found</h1>
      <Link to="/" className={`${buttonClass({ variant: 'secondary' })} mt-8`}>
        Return to Home
      </Link>
    </div>
  );
}

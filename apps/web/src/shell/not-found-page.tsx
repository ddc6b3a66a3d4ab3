import { Link } from '@tanstack/react-router';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { buttonClass } from '#ui/button-class.ts';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';

/** The page of a path that does not exist. */
export default function NotFoundPage() {
  useDocumentTitle('Page not found');
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 pb-24 text-center">
      <WaveformOrnament className="mb-8 h-10 text-line-strong" />
      <p className="text-sm font-medium text-ink-faint tabular-nums">404</p>
      <h1 className="mt-2 text-4xl">Oops! Page not found</h1>
      <Link to="/" className={`${buttonClass({ variant: 'secondary' })} mt-8`}>
        Return to Home
      </Link>
    </main>
  );
}

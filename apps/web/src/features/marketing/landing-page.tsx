import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button-class.ts';
import { Wordmark } from '#ui/logo.tsx';
import { QuietWave } from '#ui/quiet-wave.tsx';

/** The front door, for now: what this is, and the way in. */
export function LandingPage() {
  return (
    <div className="flex min-h-dvh flex-col px-6 sm:px-10">
      <header className="flex h-20 items-center justify-between">
        <Wordmark />
        <Link to="/auth" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
          Log in
        </Link>
      </header>
      <main className="mx-auto flex w-full max-w-3xl grow flex-col justify-center pb-28">
        <QuietWave className="mb-10 h-12 self-start text-line-strong" />
        <h1 className="text-5xl leading-[1.04] sm:text-7xl">Say it softly. Be heard.</h1>
        <p className="mt-6 max-w-lg text-lg text-ink-soft">
          Undertone is a place for voices: record up to a minute, mask your voice if you like, and
          let people listen.
        </p>
        <Link to="/auth" className={`${buttonClass({ size: 'lg' })} mt-10 self-start`}>
          Get started
        </Link>
      </main>
    </div>
  );
}

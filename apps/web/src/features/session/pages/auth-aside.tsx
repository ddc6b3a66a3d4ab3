import { Link } from '@tanstack/react-router';
import { Wordmark } from '#ui/logo.tsx';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';

/** The dark column of the auth pages on wide screens: logo, waveform and a sentence. */
export function AuthAside() {
  return (
    <aside className="relative hidden flex-col justify-between overflow-hidden bg-night p-10 text-night-ink lg:flex xl:p-14">
      <Link
        to="/"
        aria-label="Undertone"
        className="self-start rounded-sm focus-visible:outline-night-ink"
      >
        <Wordmark />
      </Link>
      <WaveformOrnament className="absolute inset-x-0 top-1/2 w-[140%] -translate-x-[12%] -translate-y-1/2 text-night-line" />
      <p className="max-w-md font-display text-4xl leading-[1.12] tracking-[-0.02em] text-balance xl:text-5xl">
        Some things are easier to say after midnight.
      </p>
    </aside>
  );
}

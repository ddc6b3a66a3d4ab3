import { clsx } from 'clsx';

/** The logo: a U of vertical bars. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={clsx('size-6', className)}>
      <path
        d="M3.5 3v11.5M7.75 12v6.5M12 15.5v5.5M16.25 12v6.5M20.5 3v11.5"
        stroke="currentColor"
        strokeWidth="2.75"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The logo with the name beside it. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="font-display text-title leading-none font-medium tracking-[-0.03em]">
        Undertone
      </span>
    </span>
  );
}

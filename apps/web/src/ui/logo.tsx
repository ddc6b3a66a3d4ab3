import { LOGO_PATH, LOGO_STROKE } from '@undertone/domain/logo';
import { clsx } from 'clsx';

/** The logo: a U of vertical bars. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={clsx('size-6', className)}>
      <path d={LOGO_PATH} stroke="currentColor" strokeWidth={LOGO_STROKE} strokeLinecap="round" />
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

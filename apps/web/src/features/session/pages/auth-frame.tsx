import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { Wordmark } from '#ui/logo.tsx';
import { useOnline } from '#ui/use-online.ts';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';

interface AuthFrameProps {
  /** The document's title. */
  title: string;
  heading: string;
  /** A sentence below the heading. */
  lead?: ReactNode;
  /** Whether the first field takes the focus instead of the heading, on devices without an on-screen keyboard. */
  focusesField?: boolean;
  children?: ReactNode;
}

/** The layout of all auth pages: the aside at the left, one narrow column at the right. */
export function AuthFrame(props: AuthFrameProps) {
  const { title, heading, lead, focusesField = false, children } = props;
  useDocumentTitle(title);
  const online = useOnline();
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <AuthAside />
      <div className="flex flex-col px-6 sm:px-10">
        <output className="-mx-6 block bg-paper-sunken text-center text-sm text-ink-soft sm:-mx-10">
          {!online && (
            <p className="px-4 py-2.5">You are offline. This has to wait for a connection.</p>
          )}
        </output>
        <header className="flex h-20 shrink-0 items-center">
          <Link to="/" aria-label="Undertone" className="rounded-sm lg:hidden">
            <Wordmark />
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-100 grow flex-col pt-4 pb-16 sm:justify-center sm:pt-0 sm:pb-28">
          <Heading key={heading} focusesField={focusesField}>
            {heading}
          </Heading>
          {lead && <p className="-mt-3 mb-7 wrap-anywhere text-ink-soft">{lead}</p>}
          {children}
        </main>
      </div>
    </div>
  );
}

/** The dark column of the auth pages on wide screens: logo, waveform and a sentence. */
function AuthAside() {
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

/** A device with a mouse or a trackpad, which has a physical keyboard. */
const WITH_KEYBOARD = '(hover: hover) and (pointer: fine)';

/** Takes the focus when the page opens, or moves it to the first field, unless another element has it. */
function Heading({ focusesField, children }: { focusesField: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(
    () =>
      afterPaint(() => {
        if (document.activeElement !== document.body) return;
        const canFocusField = focusesField && matchMedia(WITH_KEYBOARD).matches;
        const field = canFocusField && heading.current?.parentElement?.querySelector('input');
        (field || heading.current)?.focus({ preventScroll: true });
      }),
    [focusesField],
  );
  return (
    <h1 ref={heading} tabIndex={-1} className="mb-7 text-3xl outline-none sm:text-4xl">
      {children}
    </h1>
  );
}

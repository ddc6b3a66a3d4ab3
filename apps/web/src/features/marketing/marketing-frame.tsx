import type { ReactNode } from 'react';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { MarketingFooter } from './marketing-footer.tsx';
import { MarketingHeader } from './marketing-header.tsx';

interface MarketingFrameProps {
  /** The document's title. */
  title: string;
  children: ReactNode;
}

/** Header and footer around every public page but the landing page. */
export function MarketingFrame({ title, children }: MarketingFrameProps) {
  useDocumentTitle(title);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-3 left-3 z-60 -translate-y-20 rounded-full bg-ink px-5 py-2.5 font-medium text-ink-inverse focus:translate-y-0"
      >
        Skip to content
      </a>
      <MarketingHeader signInLabel="join now" />
      <main id="main" tabIndex={-1} className="w-full grow px-6 pt-10 pb-24 sm:px-10 sm:pt-16">
        {children}
      </main>
      <MarketingFooter />
    </div>
  );
}

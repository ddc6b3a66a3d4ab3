import type { ReactNode } from 'react';
import { MarketingFrame } from './marketing-frame.tsx';

export interface LegalSection {
  /** The fragment of links to the section. */
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  title: string;
  /** The text in a few sentences. */
  summary: string;
  sections: readonly LegalSection[];
}

/** A text in numbered sections, on wide screens with a table of contents beside it. */
export function LegalPage({ title, summary, sections }: LegalPageProps) {
  return (
    <MarketingFrame title={title}>
      <div className="mx-auto grid max-w-268 gap-x-16 lg:grid-cols-[14rem_1fr]">
        <nav aria-label="Contents" className="max-lg:hidden">
          <ol className="sticky top-10 space-y-2.5 pt-3 text-sm">
            {sections.map((section) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="rounded-sm text-ink-soft underline-offset-4 hover:text-ink hover:underline"
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <article className="max-w-2xl">
          <h1 className="text-4xl sm:text-5xl">{title}</h1>
          <p className="mt-4 text-sm text-ink-faint">Last updated: January 2, 2025</p>
          <p className="mt-8 font-display text-xl leading-relaxed">{summary}</p>
          {sections.map((section, index) => (
            <section key={section.id} id={section.id} className="mt-12 scroll-mt-8">
              <h2 className="flex gap-3 text-2xl">
                <span className="text-ink-faint tabular-nums">{index + 1}</span>
                {section.title}
              </h2>
              <div className="mt-4 space-y-4 text-ink-soft [&_li]:pl-1.5 [&_strong]:font-medium [&_strong]:text-ink [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-5">
                {section.body}
              </div>
            </section>
          ))}
        </article>
      </div>
    </MarketingFrame>
  );
}

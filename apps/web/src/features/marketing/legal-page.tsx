import type { ReactElement, ReactNode } from 'react';
import { MarketingFrame } from './marketing-frame.tsx';

interface LegalSectionProps {
  /** The fragment of links to the section. */
  id: string;
  title: string;
  children: ReactNode;
}

/** The text of a section. The page shows its title in the heading and in the table of contents. */
export function LegalSection({ children }: LegalSectionProps) {
  return (
    <div className="mt-4 space-y-4 text-ink-soft [&_li]:pl-1.5 [&_strong]:font-medium [&_strong]:text-ink [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-5">
      {children}
    </div>
  );
}

interface LegalPageProps {
  title: string;
  /** The text in a few sentences. */
  summary: string;
  /** The sections, as `LegalSection`s; empty ones are left out. */
  children: readonly (ReactElement<LegalSectionProps> | '' | null | undefined)[];
}

/** A text in numbered sections, on wide screens with a table of contents beside it. */
export function LegalPage({ title, summary, children }: LegalPageProps) {
  const sections = children.filter((each) => typeof each === 'object' && each !== null);
  return (
    <MarketingFrame title={title}>
      <div className="mx-auto grid max-w-268 gap-x-16 lg:grid-cols-[14rem_1fr]">
        <nav aria-label="Contents" className="max-lg:hidden">
          <ol className="sticky top-10 space-y-2.5 pt-3 text-sm">
            {sections.map(({ props: section }) => (
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
            <section key={section.props.id} id={section.props.id} className="mt-12 scroll-mt-8">
              <h2 className="flex gap-3 text-2xl">
                <span className="text-ink-faint tabular-nums">{index + 1}</span>
                {section.props.title}
              </h2>
              {section}
            </section>
          ))}
        </article>
      </div>
    </MarketingFrame>
  );
}

import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '#lib/use-document-title.ts';

const widths = {
  text: 'max-w-2xl',
  wide: 'max-w-5xl',
  feed: 'max-w-2xl xl:max-w-248',
};

interface PageProps {
  /** The page's heading, and the document's title. */
  title: string;
  /** Replaces the heading and must contain one. */
  header?: ReactNode;
  subtitle?: ReactNode;
  /** `text` fits one column, `wide` two, `feed` two on wide screens. */
  width?: keyof typeof widths;
  children?: ReactNode;
}

/** The layout of a page inside the shell: its heading and its column. */
export function Page({ title, header, subtitle, width = 'text', children }: PageProps) {
  useDocumentTitle(title);
  return (
    <div className={clsx('mx-auto w-full', widths[width])}>
      {header ?? (
        <div className="mb-8">
          <h1 className="text-3xl sm:text-4xl">{title}</h1>
          {subtitle && <p className="mt-2 text-ink-soft">{subtitle}</p>}
        </div>
      )}
      {children}
    </div>
  );
}

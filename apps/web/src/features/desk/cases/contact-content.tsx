import { Card } from '#ui/card.tsx';
import type { CaseDetails } from './case.ts';

/** As in the form. */
const categories: Readonly<Record<string, string>> = {
  general: 'General',
  safety: 'Safety',
  technical: 'Technical',
  business: 'Business',
};

/** A message from the contact form, and its answer. */
export function ContactContent({ details }: { details: CaseDetails }) {
  const { name, email, message, answer, isMailed } = details;
  const category = categories[details.category ?? ''];
  return (
    <>
      <Card>
        <p className="mb-3 flex flex-wrap gap-x-2 text-sm text-ink-faint">
          <span className="font-medium text-ink">{name}</span>
          <a
            href={`mailto:${email ?? ''}`}
            className="rounded-sm wrap-anywhere underline underline-offset-3 hover:text-ink"
          >
            {email}
          </a>
          {category !== undefined && <span>· {category}</span>}
        </p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {message}
        </p>
      </Card>
      {answer !== undefined && (
        <Card>
          <p className="mb-2 text-sm text-ink-faint">
            {isMailed === false ? 'Answered by hand' : 'The answer'}
          </p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {answer}
          </p>
        </Card>
      )}
    </>
  );
}

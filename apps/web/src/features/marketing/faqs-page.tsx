import { ChevronDown } from 'lucide-react';
import { useClient } from '#lib/app.ts';
import { faqs, type Question } from './faqs.ts';
import { MarketingFrame } from './marketing-frame.tsx';
import { ContactPhrase } from './contact-phrase.tsx';

/** Frequently asked questions, as native disclosures that work before any script has loaded. */
export function FaqsPage() {
  const { settings } = useClient();
  const isShown = ({ setting }: Question) => setting === undefined || settings[setting];
  return (
    <MarketingFrame title="FAQs">
      <div className="mx-auto max-w-3xl">
        <h1 className="text-4xl sm:text-6xl">Questions people ask</h1>
        <p className="mt-6 max-w-xl text-lg text-ink-soft">
          Something missing? Please <ContactPhrase />.
        </p>
        {faqs.map(({ title, questions }) => (
          <section key={title} className="mt-14">
            <h2 className="mb-4 text-2xl">{title}</h2>
            <div className="divide-y divide-line border-y border-line">
              {questions.filter(isShown).map(({ question, answer }) => (
                <details key={question} className="group">
                  <summary className="flex items-center justify-between gap-6 rounded-sm py-4.5 text-lg font-medium [&::-webkit-details-marker]:hidden">
                    {question}
                    <ChevronDown
                      aria-hidden="true"
                      className="size-5 shrink-0 text-ink-faint transition-transform group-open:rotate-180"
                    />
                  </summary>
                  <p className="max-w-2xl pb-6 text-ink-soft">{answer}</p>
                </details>
              ))}
            </div>
          </section>
        ))}
      </div>
    </MarketingFrame>
  );
}

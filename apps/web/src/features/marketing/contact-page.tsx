import { CONTACT_CATEGORIES } from '@undertone/domain/contact-message';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/input.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { MarketingFrame } from './marketing-frame.tsx';
import { ContactPhrase } from './contact-phrase.tsx';

const categoryLabels: Record<(typeof CONTACT_CATEGORIES)[number], string> = {
  general: 'General',
  safety: 'Safety',
  technical: 'Technical',
  business: 'Business',
};

/** The contact form of the specification: the browser validates it, nothing is sent, and a toast says thank you. */
export function ContactPage() {
  const form = useRef<HTMLFormElement>(null);
  const submit = () => {
    toast.success("Message sent! We'll get back to you soon.");
    form.current?.reset();
  };
  return (
    <MarketingFrame title="Contact us">
      <div className="mx-auto grid max-w-268 gap-12 lg:grid-cols-[1fr_1.2fr] lg:gap-20">
        <div>
          <h1 className="text-4xl sm:text-6xl">Contact us</h1>
          <p className="mt-6 max-w-sm text-lg text-ink-soft">
            A question, a fault, a worry about someone’s safety: tell us what happened and where.
          </p>
          <p className="mt-4 max-w-sm text-ink-soft">
            For what has to reach us for certain, such as a question about your data,{' '}
            <ContactPhrase />.
          </p>
        </div>
        <form ref={form} action={submit} className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="Name" name="name" autoComplete="name" required />
            <TextField label="Email" type="email" name="email" autoComplete="email" required />
          </div>
          <Field label="Category">
            {(control) => (
              <div className="relative">
                <select
                  {...control}
                  name="category"
                  className={`${controlClass} h-11.5 appearance-none pr-11 pl-4`}
                >
                  <option value="">Choose a category</option>
                  {CONTACT_CATEGORIES.map((category) => (
                    <option key={category} value={category}>
                      {categoryLabels[category]}
                    </option>
                  ))}
                </select>
                <ChevronDown
                  aria-hidden="true"
                  className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-ink-faint"
                />
              </div>
            )}
          </Field>
          <TextField label="Subject" name="subject" required />
          <Field label="Message">
            {(control) => <Textarea {...control} name="message" required className="min-h-40" />}
          </Field>
          <Button type="submit" size="lg" className="max-sm:w-full sm:justify-self-start">
            Send message
          </Button>
        </form>
      </div>
    </MarketingFrame>
  );
}

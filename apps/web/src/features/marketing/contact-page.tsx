import { CONTACT_CATEGORIES, CONTACT_MAX_LENGTHS } from '@undertone/domain/contact-message';
import { ChevronDown } from 'lucide-react';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Form } from '#ui/form.tsx';
import { controlClass } from '#ui/input.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { MarketingFrame } from './marketing-frame.tsx';
import { ContactPhrase } from './contact-phrase.tsx';
import { useSendContact } from './mutations.ts';

const categoryLabels: Record<(typeof CONTACT_CATEGORIES)[number], string> = {
  general: 'General',
  safety: 'Safety',
  technical: 'Technical',
  business: 'Business',
};

const contactFailure = (error: Error): string =>
  backendMessage(error) ?? 'The message could not be sent. Please try again; it is still here.';

/** The contact form: the browser validates it, and what is sent is a case on the desk of the people who run the site. */
export function ContactPage() {
  const { contactEmail, notice } = useClient().settings;
  const send = useSendContact();
  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const text = (name: string) => {
      const value = fields.get(name);
      return typeof value === 'string' ? value : '';
    };
    const category = CONTACT_CATEGORIES.find((each) => each === fields.get('category'));
    try {
      await send.mutateAsync({
        name: text('name'),
        email: text('email'),
        subject: text('subject'),
        message: text('message'),
        ...(category && { category }),
      });
    } catch {
      return;
    }
    toast.success("Message sent! We'll get back to you soon.");
    form.reset();
  };
  return (
    <MarketingFrame title="Contact us">
      <div className="mx-auto grid max-w-268 gap-12 lg:grid-cols-[1fr_1.2fr] lg:gap-20">
        <div>
          <h1 className="text-4xl sm:text-6xl">Contact us</h1>
          <p className="mt-6 max-w-sm text-lg text-ink-soft">
            A question, a fault, a worry about someone’s safety: tell us what happened and where.
          </p>
          {contactEmail && (
            <p className="mt-4 max-w-sm text-ink-soft">
              You can also <ContactPhrase />.
            </p>
          )}
          {notice?.contactText && (
            <p className="mt-8 max-w-sm whitespace-pre-line text-ink-soft wrap-anywhere">
              {notice.contactText}
            </p>
          )}
        </div>
        <Form noValidate={false} onSubmit={submit} className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Name"
              name="name"
              autoComplete="name"
              maxLength={CONTACT_MAX_LENGTHS.name}
              required
            />
            <TextField
              label="Email"
              type="email"
              name="email"
              autoComplete="email"
              maxLength={CONTACT_MAX_LENGTHS.email}
              required
            />
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
          <TextField
            label="Subject"
            name="subject"
            maxLength={CONTACT_MAX_LENGTHS.subject}
            required
          />
          <Field label="Message">
            {(control) => (
              <Textarea
                {...control}
                name="message"
                maxLength={CONTACT_MAX_LENGTHS.message}
                required
                className="min-h-40"
              />
            )}
          </Field>
          {notice?.hasStaff === false && (
            <p className="rounded-lg border border-line bg-paper-raised px-4 py-3 text-ink-soft">
              Nobody reads messages from this form yet, and none is stored. Please <ContactPhrase />
              .
            </p>
          )}
          <FailureNote
            message={send.error && contactFailure(send.error)}
            className="empty:hidden"
          />
          <Button
            type="submit"
            size="lg"
            disabled={notice?.hasStaff === false}
            pending={send.isPending}
            className="max-sm:w-full sm:justify-self-start"
          >
            Send message
          </Button>
        </Form>
      </div>
    </MarketingFrame>
  );
}

import { useQuery } from '@tanstack/react-query';
import { SITE_TEXT_MAX_LENGTHS, type Registration } from '@undertone/domain/site-notice';
import { useState } from 'react';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Loading } from '#ui/loading.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { useChangeSettings } from './registration-mutations.ts';
import { siteSettingsOptions, type SiteSettings } from './registration-queries.ts';

const registrations = [
  { value: 'open', label: 'Open' },
  { value: 'invitation', label: 'By invitation' },
  { value: 'closed', label: 'Closed' },
] as const;

const effects: Record<Registration, string> = {
  open: 'Everybody can sign up.',
  invitation: 'Signing up takes a code that admins give away.',
  closed: 'Nobody can sign up.',
};

/** What admins set for the whole site. */
export default function SettingsScreen() {
  const query = useQuery(siteSettingsOptions(useClient()));
  if (query.isPending) return <Loading />;
  if (!query.data) {
    return (
      <ListProblem
        query={query}
        failure="The settings could not be loaded"
        reason={backendMessage(query.error)}
      />
    );
  }
  return <SettingsForm stored={query.data} />;
}

function SettingsForm({ stored }: { stored: SiteSettings }) {
  const [draft, setDraft] = useState({ ...stored, heldWords: stored.heldWords.join('\n') });
  const change = useChangeSettings();
  const set = (values: Partial<typeof draft>) => setDraft({ ...draft, ...values });

  const save = async () => {
    try {
      const saved = await change.mutateAsync({ ...draft, heldWords: draft.heldWords.split('\n') });
      setDraft({ ...saved, heldWords: saved.heldWords.join('\n') });
      toast.success('Settings saved', {
        description: 'Pages show them when they are next opened.',
      });
    } catch {
      // The note below says why.
    }
  };

  return (
    <Form className="grid max-w-2xl gap-7" onSubmit={save}>
      <h2 className="text-2xl">Settings</h2>
      <div>
        <SegmentedControl
          label="Registration"
          segments={registrations}
          value={draft.registration}
          onChange={(registration) => set({ registration })}
        />
        <p aria-live="polite" className="mt-1.5 text-sm text-ink-faint">
          {effects[draft.registration]} People who have an account can always sign in.
        </p>
      </div>
      <TextArea
        label="Announcement"
        hint="Above every page, in a few words. Empty for none."
        rows={2}
        maxLength={SITE_TEXT_MAX_LENGTHS.announcement}
        value={draft.announcement}
        onChange={(announcement) => set({ announcement })}
      />
      <TextArea
        label="Rules of this site"
        hint="On the page of the community guidelines, after those."
        rows={4}
        maxLength={SITE_TEXT_MAX_LENGTHS.rules}
        value={draft.rules}
        onChange={(rules) => set({ rules })}
      />
      <TextField
        label="Contact address"
        hint="On the public pages, instead of the one that the operator has set."
        type="email"
        autoComplete="off"
        value={draft.contactEmail}
        onValueChange={(contactEmail) => set({ contactEmail })}
      />
      <TextArea
        label="Who runs this site"
        hint="On the contact page: name and postal address, where the law asks for them."
        rows={3}
        maxLength={SITE_TEXT_MAX_LENGTHS.contactText}
        value={draft.contactText}
        onChange={(contactText) => set({ contactText })}
      />
      <TextArea
        label="Words that hold a voice drop"
        hint="One word or phrase a line. A voice drop with one in its description or hashtags waits in the queue."
        rows={4}
        value={draft.heldWords}
        onChange={(heldWords) => set({ heldWords })}
      />
      <FailureNote
        message={change.error && (backendMessage(change.error) ?? 'The settings were not saved.')}
        className="empty:hidden"
      />
      <Button type="submit" pending={change.isPending} className="justify-self-start">
        Save
      </Button>
    </Form>
  );
}

interface TextAreaProps {
  label: string;
  hint: string;
  rows: number;
  maxLength?: number;
  value: string;
  onChange: (value: string) => void;
}

function TextArea({ label, hint, onChange, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Textarea
          {...control}
          {...rest}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '#lib/app.ts';
import { errorMessage } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { toast } from '#ui/toast.ts';
import { useLeadOldLinks } from './settings-mutations.ts';
import { oldLinksOptions, type OldLink } from './settings-queries.ts';

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const list = new Intl.ListFormat('en-US');

/** Turns off that links with former usernames lead to the present one, while they do. */
export function OldLinksRow({ userId }: { userId: string }) {
  const found = useQuery(oldLinksOptions(useClient(), userId));
  const lead = useLeadOldLinks(userId);
  // Those that were turned off stay in their place, where they can be turned on again.
  const [ended, setEnded] = useState<readonly OldLink[]>();
  const links = ended ?? found.data ?? [];

  const set = async (leads: boolean) => {
    try {
      await lead.mutateAsync(leads);
      setEnded(leads ? undefined : links);
    } catch (error) {
      logFailure('Old links could not be changed.', error);
      toast.error('Failed to change old links. Please try again.');
    }
  };

  const last = links.at(-1);
  if (!last) {
    if (!found.error) return null;
    return (
      <FailureNote
        message={errorMessage(found.error)}
        pending={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  }
  const names = list.format(links.map(({ username }) => `@${username}`));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p aria-live="polite" className="min-w-0 grow basis-56 text-sm wrap-anywhere text-ink-soft">
        {ended
          ? `Links with ${names} no longer lead to your profile.`
          : `Links with ${names} lead to your profile until ${date.format(last.endsAt)}, unless your account is private.`}
      </p>
      <Button variant="secondary" pending={lead.isPending} onClick={() => void set(!!ended)}>
        {ended ? 'Turn on' : 'Turn off'} <span className="sr-only">old links</span>
      </Button>
    </div>
  );
}

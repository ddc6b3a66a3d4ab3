import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useMute } from '#features/drops/menu/use-mute.ts';
import { mutesOptions, type Mute } from '#features/people/mute-queries.ts';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { exactMoment } from '#ui/exact-moment.ts';
import { Loading } from '#ui/loading.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { MuteWordForm } from './mute-word-form.tsx';
import { SettingsCard } from './settings-card.tsx';

/** The card that opens the list of what the viewer has muted. */
export function MutedCard({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <SettingsCard title="Muted">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="grow basis-56 text-[0.9375rem] text-ink-soft">
          People, hashtags and words that are left out of your lists and notifications. Only you can
          see them.
        </p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          View muted
        </Button>
      </div>
      <Dialog open={open} onOpenChange={setOpen} title="Muted">
        <MuteWordForm />
        <MutedList userId={userId} />
      </Dialog>
    </SettingsCard>
  );
}

function MutedList({ userId }: { userId: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useQuery({ ...mutesOptions(useClient(), userId), staleTime: 0 });
  return (
    <div ref={frame} tabIndex={-1} className="mt-5 max-h-72 overflow-y-auto outline-none">
      <QueryList
        query={list}
        of="muted"
        failure="Failed to load what you muted"
        reason="Please try again."
        loading={<Loading label="Loading what you muted..." />}
        compact
        isEmpty={list.data?.length === 0}
        empty={<EmptyState title="Nothing muted" />}
      >
        <ul aria-label="Muted" className="divide-y divide-line">
          {list.data?.map((mute) => (
            <MutedRow
              key={`${mute.kind} ${mute.subject}`}
              mute={mute}
              // The pressed button is removed together with its row.
              onUnmuted={() => frame.current?.focus()}
            />
          ))}
        </ul>
      </QueryList>
    </div>
  );
}

function MutedRow({ mute, onUnmuted }: { mute: Mute; onUnmuted: () => void }) {
  const { unmute } = useMute();
  const [isPending, setPending] = useState(false);
  const { name, until } = mute;

  const press = async () => {
    setPending(true);
    const isSaved = await unmute(mute, name);
    setPending(false);
    if (isSaved) onUnmuted();
  };

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 pr-1">
      <div className="min-w-0 grow basis-32">
        <p dir="auto" className="font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-ink-faint">
          {until === null ? 'For ever' : `Until ${exactMoment(until)}`}
        </p>
      </div>
      <Button variant="secondary" pending={isPending} onClick={() => void press()}>
        Unmute <span className="sr-only">{name}</span>
      </Button>
    </li>
  );
}

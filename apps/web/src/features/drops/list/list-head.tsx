import { useEffect } from 'react';
import PendingDropCard from '#features/drops/card/pending-drop-card.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { HeardSwitch } from '#features/drops/heard/heard-switch.tsx';
import { isPending } from '#features/drops/pending-drops.ts';
import { useSession } from '#features/session/session-context.ts';
import { isTokenRefused } from '#lib/backend-error.ts';
import { toast } from '#ui/toast.ts';
import type { DropListProps } from './drop-list.tsx';
import ListBackground from './list-background.tsx';
import NewestPill from './newest-pill.tsx';
import { PlayAllButton, usePlaysAll } from './play-all.tsx';

interface ListHeadProps extends DropListProps {
  /** The drops of the list, also those that are left out. */
  listed: readonly Drop[];
  /** The drops as they are shown, and those that are being posted. */
  drops: readonly Drop[];
  keyOf: (drop: Drop) => string;
}

/** The controls above a list of drops, and what such a list does beside showing its drops. */
export default function ListHead(props: ListHeadProps) {
  const { list, listed, drops, keyOf, source, isLive, onRestart } = props;
  const { user } = useSession();
  const hasOthers = listed.some(({ author }) => author.userId !== user?.id);
  const hasHeard = list.data?.pages.some((page) => page.hasHeard);
  const playsAll = usePlaysAll(source);
  useFailureToast(props);
  return (
    <>
      <div className="-mt-3.5 mb-1.5 flex min-h-11 flex-wrap items-center gap-x-2 low:-mt-5 low:mb-0 text-[0.9375rem]">
        {list.data && <PlayAllButton source={source} drops={drops} keyOf={keyOf} />}
        {user && (hasOthers || hasHeard) && (
          // Beside the button also on the narrowest screens, where two lines of the label take no more height.
          <div className="-my-1.5 flex min-w-0 grow basis-44 justify-end leading-tight [&>label]:gap-3">
            <HeardSwitch />
          </div>
        )}
      </div>
      {playsAll && <div data-plays-all hidden />}
      {!list.data && <PendingDrops drops={drops} />}
      {list.data && drops.length > 0 && (
        <>
          {isLive && (
            <NewestPill
              drops={listed}
              isCut={list.hasPreviousPage}
              onRestart={() => onRestart?.()}
            />
          )}
          <ListBackground list={list} source={source} drops={drops} keyOf={keyOf} />
        </>
      )}
    </>
  );
}

/** Says in a toast that the list could not be read. */
function useFailureToast({ list: { error, isLoadingError }, reason }: ListHeadProps): void {
  // When the session has ended, the page leads to the sign-in, which says why.
  const hasFailed = isLoadingError && !isTokenRefused(error);
  useEffect(() => {
    // Offline, the page's notice says so.
    if (!hasFailed || !navigator.onLine) return;
    toast.error('Failed to load voice drops', { description: reason ?? 'Please try again.' });
  }, [hasFailed, reason]);
}

/** The drops that are being posted, while the list is loading or if it could not be read. */
function PendingDrops({ drops }: Pick<ListHeadProps, 'drops'>) {
  const pending = drops.filter(isPending);
  if (pending.length === 0) return null;
  return (
    <div className="mb-3.5 grid gap-3.5">
      {pending.map((drop) => (
        <PendingDropCard key={drop.id} drop={drop} />
      ))}
    </div>
  );
}

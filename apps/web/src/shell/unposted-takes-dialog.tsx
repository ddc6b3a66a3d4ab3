import { dropTitle } from '@undertone/domain/drop-title';
import { voiceFilter } from '@undertone/domain/voice-filter';
import { filterName } from '@undertone/domain/voice-filter-name';
import { PRIVACY_LEVELS } from '#features/drops/privacy-levels.tsx';
import { dropDraftOf } from '#features/recorder/drop-draft.ts';
import { FOR_DROP, isFor, type TakePurpose } from '#features/clips/take/take-purpose.ts';
import type { Take } from '#features/clips/take/take-store.ts';
import { Button } from '#ui/button.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { useOnline } from '#ui/use-online.ts';

interface UnpostedTakesDialogProps {
  takes: readonly Take[];
  /** Why the last attempt to post them failed. */
  failure: string | null;
  /** Whether posting waits for another tab, which has the next take open or posts it. */
  isInOtherTab: boolean;
  state: 'asking' | 'posting' | 'leaving';
  onPost: () => void;
  onStay: () => void;
  onDiscard: () => void;
}

export const isDrop = (take: Take): boolean => isFor(FOR_DROP, take);

/** Whether the takes' voice filters were chosen: otherwise their owner could post the own voice unawares. */
export const areFiltersChosen = (takes: readonly Take[]): boolean =>
  takes.every(({ draft }) => draft.choosing);

/** Asks what happens to the takes that are not posted, which signing out deletes. */
export function UnpostedTakesDialog(props: UnpostedTakesDialogProps) {
  const { takes, failure, isInOtherTab, state, onPost, onStay, onDiscard } = props;
  const isOnline = useOnline();
  const isOne = takes.length === 1;
  const drops = takes.filter(isDrop);
  const isReversible = drops.some(({ draft }) => voiceFilter(draft.filterId).hides === 'little');
  return (
    <DialogPopup
      open
      onOpenChange={onStay}
      role="alertdialog"
      title={isOne ? 'You have a recording that is not posted' : NOT_POSTED(takes.length)}
      description={`Signing out deletes ${isOne ? 'it' : 'them'} from this device.`}
      footer={
        <div className="flex grow flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={state === 'leaving'} onClick={onStay}>
            Stay signed in
          </Button>
          <Button
            variant="danger"
            disabled={state === 'posting'}
            pending={state === 'leaving'}
            onClick={onDiscard}
          >
            Discard
          </Button>
          {drops.length > 0 && (
            <Button
              disabled={!isOnline || state === 'leaving'}
              pending={state === 'posting'}
              onClick={onPost}
            >
              {state === 'posting' ? 'Posting...' : 'Post now'}
            </Button>
          )}
        </div>
      }
    >
      <ul className="divide-y divide-line border-y border-line">
        {takes.map((take) => (
          <li key={take.id} className="py-3 wrap-anywhere">
            <TakeLines take={take} />
          </li>
        ))}
      </ul>
      {drops.length < takes.length && (
        <p className="mt-3 text-sm text-ink-soft">
          A reply or a message is sent where it was recorded.
        </p>
      )}
      {!areFiltersChosen(drops) && (
        <p className="mt-3 text-sm text-ink-soft">
          “Post now” opens the recorder, where you choose the voice filter first.
        </p>
      )}
      {isReversible && (
        <p className="mt-3 text-sm text-ink-soft">
          Anyone can get close to your own voice again where the filter is not Veil.
        </p>
      )}
      <FailureNote message={failure} className="mt-3 empty:hidden" />
      <output className="block text-sm text-ink-soft not-empty:mt-3">
        {isOnline
          ? isInOtherTab &&
            `Waiting for another tab that uses ${isOne ? 'the' : 'a'} recording. Close it there to post now.`
          : drops.length > 0 && 'You are offline. Posting has to wait.'}
      </output>
    </DialogPopup>
  );
}

const NOT_POSTED = (count: number) => `You have ${count} recordings that are not posted`;

const NAMES: Record<Exclude<TakePurpose['kind'], 'drop'>, string> = {
  reply: 'Voice reply',
  message: 'Voice message',
};

/** What a take is, its filter, and who will see it. */
function TakeLines({ take: { draft, purpose = FOR_DROP } }: { take: Take }) {
  const { description, filterId, privacy } = dropDraftOf(draft);
  const isDrop = purpose.kind === 'drop';
  const audience = PRIVACY_LEVELS.find(({ value }) => value === privacy)?.label;
  return (
    <>
      <p dir="auto" className="font-medium">
        {isDrop ? dropTitle(description, filterId) : NAMES[purpose.kind]}
      </p>
      <p className="text-sm text-ink-soft">
        {filterName(filterId)}
        {isDrop && ` · ${audience}`}
      </p>
    </>
  );
}

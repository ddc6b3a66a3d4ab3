import { HIDES_WORDS, voiceFilter } from '@undertone/domain/voice-filter';
import { RefreshCw, SendHorizontal } from 'lucide-react';
import { useState } from 'react';
import { FilterIcon } from '#features/clips/mask/filter-icon.tsx';
import { filtersFrom, readLastFilter } from '#features/clips/mask/last-filter.ts';
import { MaskChoice } from '#features/clips/mask/mask-choice.tsx';
import { useVoiceNotice } from '#features/clips/mask/use-voice-notice.tsx';
import type { TakePurpose } from '#features/clips/take/take-purpose.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { ClipView } from './use-clip-recorder.ts';

interface ClipMasksProps {
  view: ClipView;
  userId: string;
  purpose: TakePurpose;
  /** Whether no other filter can be chosen. */
  isFixed: boolean;
  /** Whether each take has a voice of Veil of its own, which can be drawn again. */
  hasOwnVoice: boolean;
  disabled: boolean;
  /** What is sent. */
  name: string;
  onSend: () => void;
}

/** The voice filter of a take, and the button that sends it. */
export function ClipMasks(props: ClipMasksProps) {
  const { view, userId, purpose, isFixed, hasOwnVoice, disabled, name, onSend } = props;
  const { state, filterId } = view;
  const isSending = state.phase === 'posting';
  const [filters] = useState(() => filtersFrom(readLastFilter(userId, purpose.kind)));
  const { shownName, hides } = voiceFilter(filterId);
  const notice = useVoiceNotice({
    userId,
    filterId,
    verb: 'send',
    onAsk: view.stopPlayback,
    onVeil: () => view.choose('veil'),
    onSend,
  });
  const hasNewVoice = filterId === 'veil' && hasOwnVoice;
  return (
    <>
      <div className="mt-1.5 flex items-center gap-1">
        {isFixed || isSending ? (
          <p className="flex min-w-0 grow items-center gap-2 pl-3 text-sm">
            <FilterIcon id={filterId} className="size-4.5 shrink-0" />
            {isFixed ? `${shownName}: a stranger speaks in your place` : shownName}
          </p>
        ) : (
          <MaskChoice filters={filters} chosen={filterId} onChoose={view.choose} />
        )}
        <IconButton
          label={`Send ${name}`}
          variant="ink"
          disabled={disabled || isSending}
          aria-busy={isSending || undefined}
          onClick={notice.submit}
        >
          <SendHorizontal aria-hidden="true" />
        </IconButton>
        {notice.dialog}
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 pl-3 text-[0.8125rem] text-ink-soft">
        <p>{HIDES_WORDS[hides]}</p>
        {hasNewVoice && (
          <Button variant="quiet" size="sm" disabled={isSending} onClick={view.drawNewVoice}>
            <RefreshCw aria-hidden="true" /> New voice
          </Button>
        )}
        {state.notice === 'restored' && <p className="ml-auto pr-2">Not sent before</p>}
      </div>
    </>
  );
}

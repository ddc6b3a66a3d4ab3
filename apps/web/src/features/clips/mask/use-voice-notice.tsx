import { useQuery } from '@tanstack/react-query';
import { voiceFilter, type VoiceFilterId } from '@undertone/domain/voice-filter';
import { useState } from 'react';
import { useApp } from '#lib/app.ts';
import { lazyPopup } from '#ui/lazy-part.tsx';
import {
  answeredNoticesOptions,
  storeAnswer,
  unansweredNotice,
  type VoiceNotice,
} from './voice-notice.ts';

const VoiceNoticeDialog = lazyPopup(() => import('./voice-notice-dialog.tsx'));

interface ClipToSend {
  /** The account that sends. */
  userId: string;
  filterId: VoiceFilterId;
  verb: 'post' | 'send';
  /** Called when the question appears: what plays stops. */
  onAsk: () => void;
  /** Called when the person chooses Veil instead. */
  onVeil: () => void;
  onSend: () => void;
}

/** Asks an account once before it sends a clip in its own voice, or with a filter that anyone can undo. */
export function useVoiceNotice({ userId, filterId, verb, onAsk, onVeil, onSend }: ClipToSend) {
  const { client, queryClient } = useApp();
  const [isOpen, setOpen] = useState(false);
  const [notice, setNotice] = useState<VoiceNotice>('own-voice');
  // What was answered on another device is then known here, too.
  useQuery(answeredNoticesOptions(client, userId));

  const answerAnd = (act: () => void) => () => {
    void storeAnswer(client, queryClient, userId, notice);
    act();
  };
  return {
    /** Sends the clip, after the answer if there is something to ask. */
    submit: () => {
      const unanswered = unansweredNotice(userId, voiceFilter(filterId).hides);
      if (!unanswered) {
        onSend();
        return;
      }
      onAsk();
      setNotice(unanswered);
      setOpen(true);
    },
    dialog: (
      <VoiceNoticeDialog
        notice={notice}
        verb={verb}
        open={isOpen}
        onOpenChange={setOpen}
        onVeil={answerAnd(onVeil)}
        onSend={answerAnd(onSend)}
      />
    ),
  };
}

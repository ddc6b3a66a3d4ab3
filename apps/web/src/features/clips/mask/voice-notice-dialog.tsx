import { Button } from '#ui/button.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';
import type { VoiceNotice } from './voice-notice.ts';

interface VoiceNoticeDialogProps {
  notice: VoiceNotice;
  /** What the person is about to do: a drop is posted, a reply or message is sent. */
  verb: 'post' | 'send';
  open: boolean;
  /** Called with false when the dialog is closed, by any button. */
  onOpenChange: (open: boolean) => void;
  onVeil: () => void;
  onSend: () => void;
}

const wordsOf = (
  verb: string,
): Record<VoiceNotice, { title: string; description: string; send: string }> => ({
  'own-voice': {
    title: `${capital(verb)} in your own voice?`,
    description: `People who know you can recognise it. Veil lets a stranger speak in your place, and you can listen to it before you ${verb}.`,
    send: `${capital(verb)} in my own voice`,
  },
  reversible: {
    title: 'Anyone can undo this filter',
    description: `It is for fun: with an audio editor anyone can get close to your own voice again. Veil lets a stranger speak in your place, and you can listen to it before you ${verb}.`,
    send: `${capital(verb)} as it is`,
  },
});

const capital = (verb: string) => verb.charAt(0).toUpperCase() + verb.slice(1);

/** Shown before the first clip in one's own voice, or with a filter that anyone can undo. Closing it returns to the form. */
export default function VoiceNoticeDialog({
  notice,
  verb,
  open,
  onOpenChange,
  onVeil,
  onSend,
}: VoiceNoticeDialogProps) {
  const closeAnd = (act: () => void) => () => {
    onOpenChange(false);
    act();
  };
  const { title, description, send } = wordsOf(verb)[notice];
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={closeAnd(onSend)}>
            {send}
          </Button>
          <Button onClick={closeAnd(onVeil)}>Use Veil</Button>
        </>
      }
    />
  );
}

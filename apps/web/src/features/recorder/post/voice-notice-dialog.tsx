import { Button } from '#ui/button.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';
import type { VoiceNotice } from './voice-notice.ts';

interface VoiceNoticeDialogProps {
  notice: VoiceNotice;
  open: boolean;
  /** Called with false when the dialog is closed, by any button. */
  onOpenChange: (open: boolean) => void;
  onVeil: () => void;
  onPost: () => void;
}

const words: Record<VoiceNotice, { title: string; description: string; post: string }> = {
  'own-voice': {
    title: 'Post in your own voice?',
    description:
      'People who know you can recognise it. Veil lets a stranger speak in your place, and you can listen to it before you post.',
    post: 'Post in my own voice',
  },
  reversible: {
    title: 'Anyone can undo this filter',
    description:
      'It is for fun: with an audio editor anyone can get close to your own voice again. Veil lets a stranger speak in your place, and you can listen to it before you post.',
    post: 'Post as it is',
  },
};

/** Shown before the first post in one's own voice, or with a filter that anyone can undo. Closing it returns to the form. */
export default function VoiceNoticeDialog({
  notice,
  open,
  onOpenChange,
  onVeil,
  onPost,
}: VoiceNoticeDialogProps) {
  const closeAnd = (act: () => void) => () => {
    onOpenChange(false);
    act();
  };
  const { title, description, post } = words[notice];
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={closeAnd(onPost)}>
            {post}
          </Button>
          <Button onClick={closeAnd(onVeil)}>Use Veil</Button>
        </>
      }
    />
  );
}

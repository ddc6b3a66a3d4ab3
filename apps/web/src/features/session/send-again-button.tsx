import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { authWords } from './auth-words.ts';

/** Seconds that the auth service wants between two mails, or two messages, to the same person. */
const PAUSE = 60;

interface SendAgainButtonProps {
  /** Sends it; what it throws is shown as a toast. */
  onSend: () => Promise<unknown>;
}

/** Sends a mail or a message once more. It rests for a minute after each, the first included. */
export function SendAgainButton({ onSend }: SendAgainButtonProps) {
  const [pause, setPause] = useState(PAUSE);
  const [pending, setPending] = useState(false);

  useEffect(() => {
    if (pause === 0) return undefined;
    const timer = setTimeout(() => setPause(pause - 1), 1000);
    return () => clearTimeout(timer);
  }, [pause]);

  const send = async () => {
    setPending(true);
    try {
      await onSend();
      setPause(PAUSE);
      toast.success('Sent again');
    } catch (error) {
      toast.error('That could not be sent', { description: authWords(error) });
    } finally {
      setPending(false);
    }
  };

  return (
    <Button
      variant="secondary"
      disabled={pause > 0}
      pending={pending}
      onClick={() => void send()}
      className="tabular-nums"
    >
      {pause > 0 ? `Send again in ${pause}s` : 'Send again'}
    </Button>
  );
}

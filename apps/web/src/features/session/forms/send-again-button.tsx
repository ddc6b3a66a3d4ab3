import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { authWords } from './auth-words.ts';

/** What the auth service wants between two mails, or two messages, to the same person; milliseconds. */
const PAUSE = 60_000;

interface SendAgainButtonProps {
  /** Sends it; what it throws is shown as a toast. */
  onSend: () => Promise<unknown>;
  /** Whether the first has only just gone out: then it has to rest at once. */
  justSent?: boolean;
}

/** Sends a mail or a message once more. It rests for a minute after each. */
export function SendAgainButton({ onSend, justSent = true }: SendAgainButtonProps) {
  const [sentAt, setSentAt] = useState(() => (justSent ? Date.now() : 0));
  const [now, setNow] = useState(() => Date.now());
  const [pending, setPending] = useState(false);
  const pause = Math.max(0, Math.ceil((sentAt + PAUSE - now) / 1000));
  const resting = pause > 0;

  useEffect(() => {
    if (!resting) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [resting]);

  const send = async () => {
    setPending(true);
    try {
      await onSend();
      setSentAt(Date.now());
      setNow(Date.now());
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
      disabled={resting}
      pending={pending}
      onClick={() => void send()}
      className="tabular-nums"
    >
      {resting ? `Send again in ${pause}s` : 'Send again'}
    </Button>
  );
}

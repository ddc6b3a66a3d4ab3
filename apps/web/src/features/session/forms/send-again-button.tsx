import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { authMessage } from './auth-messages.ts';

/** The auth service's minimum time between two mails or text messages to the same user, in milliseconds. */
const MIN_INTERVAL_MS = 60_000;

interface SendAgainButtonProps {
  /** Sends the mail or message. When it rejects, the error's message is shown as a toast. */
  onSend: () => Promise<unknown>;
  /** Whether a mail or message was just sent; the button is then disabled at first. */
  justSent?: boolean;
}

/** Sends a mail or a text message again. The button is disabled for a minute after each. */
export function SendAgainButton({ onSend, justSent = true }: SendAgainButtonProps) {
  const [sentAt, setSentAt] = useState(() => (justSent ? Date.now() : 0));
  const [now, setNow] = useState(() => Date.now());
  const [pending, setPending] = useState(false);
  const secondsLeft = Math.max(0, Math.ceil((sentAt + MIN_INTERVAL_MS - now) / 1000));
  const waiting = secondsLeft > 0;

  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [waiting]);

  const send = async () => {
    setPending(true);
    try {
      await onSend();
      setSentAt(Date.now());
      setNow(Date.now());
      toast.success('Sent again');
    } catch (error) {
      toast.error('That could not be sent', { description: authMessage(error) });
    } finally {
      setPending(false);
    }
  };

  return (
    <Button
      variant="secondary"
      disabled={waiting}
      pending={pending}
      onClick={() => void send()}
      className="tabular-nums"
    >
      {waiting ? `Send again in ${secondsLeft}s` : 'Send again'}
    </Button>
  );
}

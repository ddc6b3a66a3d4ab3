import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';

/** How long the tick is shown after copying, in milliseconds. */
const TICK_MS = 2000;

export function CopyLinkButton({ link }: { link: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      toast.success('Link copied!');
    } catch (cause) {
      logFailure('The link could not be copied.', cause);
      toast.error('Failed to copy link');
    }
  };

  return (
    <Button variant="secondary" data-copied={copied || undefined} onClick={() => void copy()}>
      {copied ? <Check /> : <Copy />}
      Copy link
    </Button>
  );
}

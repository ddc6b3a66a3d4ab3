import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';

/** How long the tick of a copied link shows, in milliseconds. */
const TICK = 2000;

/** Copies an address. */
export function CopyLinkButton({ link }: { link: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), TICK);
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

import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { copyLink } from '#ui/share-link.ts';
import { Button } from '#ui/button.tsx';

/** How long the tick is shown after copying, in milliseconds. */
const TICK_MS = 2000;

interface CopyLinkButtonProps {
  link: string;
  label?: string;
  icon?: ReactNode;
}

/** Copies an address, and shows a tick for a moment. */
export function CopyLinkButton({ link, label = 'Copy link', icon }: CopyLinkButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    if (await copyLink(link)) setCopied(true);
  };

  return (
    <Button variant="secondary" data-copied={copied || undefined} onClick={() => void copy()}>
      {copied ? <Check /> : (icon ?? <Copy />)}
      {label}
    </Button>
  );
}

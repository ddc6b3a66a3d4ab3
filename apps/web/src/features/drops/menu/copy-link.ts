import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';

/** Copies an address, and shows the result in a toast. @returns whether the address was copied */
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success('Link copied!');
    return true;
  } catch (cause) {
    logFailure('A link could not be copied.', cause);
    toast.error('Failed to copy link');
    return false;
  }
}

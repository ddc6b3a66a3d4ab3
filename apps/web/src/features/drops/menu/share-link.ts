import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';

/** How long an address is shown to be copied by hand, in milliseconds. */
const BY_HAND_MS = 20_000;

/** A page's address, with its title for the system's dialog. */
export interface SharedLink {
  url: string;
  title: string;
}

/**
 * Shares an address through the system's own dialog or, without one or when it fails, copies it. A toast
 * shows that it was copied, or could not be shared.
 */
export async function shareLink(link: SharedLink): Promise<void> {
  if (await openShareDialog(link)) return;
  try {
    await navigator.clipboard.writeText(link.url);
    toast.success('Link copied!');
  } catch (cause) {
    logFailure('A link could not be shared.', cause);
    toast.error('Share failed', {
      description: 'Unable to share or copy link. Please try again.',
    });
  }
}

/** Opens the system's dialog. @returns false if there is none, or if it failed; true also when the person closed it */
async function openShareDialog(link: SharedLink): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(link);
    return true;
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError';
  }
}

/**
 * Copies an address, and shows the result in a toast. Where the browser refuses, and without HTTPS, the toast has
 * the address, to copy by hand.
 *
 * @returns whether the address was copied
 */
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success('Link copied!');
    return true;
  } catch (cause) {
    logFailure('A link could not be copied.', cause);
    toast.error('Failed to copy link', { description: url, duration: BY_HAND_MS });
    return false;
  }
}

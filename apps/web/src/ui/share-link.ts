import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';

/** How long a text is shown to be copied by hand, in milliseconds. */
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

/** Copies an address, as `copyText` does. */
export const copyLink = (url: string): Promise<boolean> =>
  copyText(url, { copied: 'Link copied!', failed: 'Failed to copy link' });

/**
 * Copies a text, and shows the result in a toast. Where the browser refuses, and without HTTPS, the toast has the
 * text, to copy by hand.
 *
 * @param titles of the toast when the text was copied, and when it could not be
 * @returns whether the text was copied
 */
export async function copyText(
  text: string,
  titles: { copied: string; failed: string },
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(titles.copied);
    return true;
  } catch (cause) {
    logFailure('A text could not be copied.', cause);
    toast.error(titles.failed, { description: text, duration: BY_HAND_MS });
    return false;
  }
}

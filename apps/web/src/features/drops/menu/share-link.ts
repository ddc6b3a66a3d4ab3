import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';

/** A page's address, with its title for the system's dialog. */
export interface SharedLink {
  url: string;
  title: string;
}

/**
 * Shares an address through the system's own dialog or, without one or when it fails, copies it.
 *
 * @returns what was done; `cancelled` when the person closed the dialog
 * @throws when the address can be neither shared nor copied
 */
export async function shareLink(link: SharedLink): Promise<'shared' | 'copied' | 'cancelled'> {
  if ('share' in navigator) {
    try {
      await navigator.share(link);
      return 'shared';
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') return 'cancelled';
    }
  }
  await navigator.clipboard.writeText(link.url);
  return 'copied';
}

/** Shares an address like `shareLink`, and shows in a toast that it was copied, or could not be shared. */
export async function shareLinkWithToast(link: SharedLink): Promise<void> {
  try {
    if ((await shareLink(link)) === 'copied') toast.success('Link copied!');
  } catch (cause) {
    logFailure('A link could not be shared.', cause);
    toast.error('Share failed', {
      description: 'Unable to share or copy link. Please try again.',
    });
  }
}

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

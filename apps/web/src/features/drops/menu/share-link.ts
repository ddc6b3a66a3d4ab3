/**
 * Shares an address through the system's own dialog or, where there is none or
 * it fails, copies it.
 *
 * @returns what was done; `cancelled` when the person closed the dialog
 * @throws when it can be neither shared nor copied
 */
export async function shareLink(link: {
  url: string;
  title: string;
}): Promise<'shared' | 'copied' | 'cancelled'> {
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

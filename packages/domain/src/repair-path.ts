/** Slashes, and punctuation of a text that mail programs and chats take for the end of an address. */
const END = /[/.,;:!?'"()[\]{}<>«»‘’“”…]+$/u;

/** Decodes a path; one with invalid escapes stays as it is. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Repairs the path of a link as it arrives from texts: without the punctuation or slash after it, and without
 * the @ before a username. No page's path ends with either.
 *
 * @param path the path of an address, with its escapes
 * @returns the same path if nothing is to be repaired
 */
export function repairPath(path: string): string {
  const decoded = decode(path);
  // With two slashes the repaired path would be the address of another site.
  if (/^\/[/\\]/.test(decoded)) return path;
  const repaired = decoded.replace(END, '').replace(/^\/@(?=[^/]+$)/, '/');
  if (repaired === decoded) return path;
  return encodeURI(repaired || '/').replaceAll(/[?#]/g, encodeURIComponent);
}

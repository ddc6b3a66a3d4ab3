/** `URL.parse`, which the oldest supported browsers lack: null for what is no URL. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

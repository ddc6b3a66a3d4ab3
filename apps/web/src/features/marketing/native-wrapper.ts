/**
 * Whether the page is shown inside a native app, whose own bars take the place
 * of the site's foot: Capacitor's bridge is there, or the wrapper names itself.
 */
export function isNativeWrapper(): boolean {
  return 'Capacitor' in window || /\bUndertoneApp\//.test(navigator.userAgent);
}

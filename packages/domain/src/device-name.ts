/** The order matters: most User-Agents also contain the names of the browsers they are derived from. */
const browsers: [pattern: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

const firstMatch = (list: typeof browsers, text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** Returns a name for a session's device from its User-Agent, e.g. 'Firefox on Windows'. */
export function deviceName(userAgent: string | null): string {
  const browser = firstMatch(browsers, userAgent ?? '');
  const system = firstMatch(systems, userAgent ?? '');
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** Whether the User-Agent is that of a phone or a tablet. */
export function isHandheld(userAgent: string | null): boolean {
  return /Mobile|Android|iPhone|iPad/.test(userAgent ?? '');
}

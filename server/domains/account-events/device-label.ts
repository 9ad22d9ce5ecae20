/** The first pattern that fits names it: browsers and systems claim to be others too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];
const nameIn = (userAgent: string, names: typeof BROWSERS): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** What a person calls the device of a `User-Agent` header, e.g. "Chrome on Android"; empty if it is unknown. */
export const deviceLabel = (userAgent: string): string => {
  const [browser, system] = [nameIn(userAgent, BROWSERS), nameIn(userAgent, SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '');
};

/**
 * Libraries format in `navigator.language` as they load (uPlot does), and a browser may say `C` or `en-US@posix`, which is no tag
 * of BCP 47 and throws: English takes its place. Imported before everything else.
 */
export function isLanguageTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}

if (typeof navigator !== 'undefined' && !isLanguageTag(navigator.language))
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });

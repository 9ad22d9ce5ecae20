const english = new Intl.DisplayNames('en', { type: 'language' });

/** English name of an ISO 639-1 language. `Intl` calls Twi by the name of Akan, so that one would stand twice in a list. Source: D-77. */
export const languageName = (code: string): string => (code === 'tw' ? 'Twi' : (english.of(code) ?? code));

/** Names by which a person may search for it: in each language of the device that is not English, e.g. "Deutsch". */
export const searchedLanguageNames = (): ((code: string) => string) => {
  const local = navigator.languages
    .filter((each) => !/^en\b/i.test(each))
    .map((each) => new Intl.DisplayNames(each, { type: 'language' }));
  return (code) => local.map((names) => names.of(code) ?? '').join(' ');
};

/** Made, as the table below, with the first country that is asked for: they take 90 ms. */
let names: Intl.DisplayNames | undefined;
const nameOf = (code: string): string | undefined =>
  (names ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })).of(code);
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** The code in use for one that was given up, such as GB for UK. */
const current = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code;
let codes: ReadonlyMap<string, string> | undefined;
/** Two letters by the English name in capitals. */
const makeCodes = () =>
  new Map(
    letters
      .flatMap((first) => letters.map((second) => first + second))
      .flatMap((code) => {
        const name = nameOf(code);
        return name ? [[name.toUpperCase(), current(code)] as const] : [];
      }),
  );

/** The two letters of a country that is given by them or by its English name; undefined for an unknown one. */
export const readCountry = (text: string): string | undefined => {
  const wanted = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(wanted) && nameOf(wanted) ? current(wanted) : (codes ??= makeCodes()).get(wanted);
};

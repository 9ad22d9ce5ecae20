const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** The code in use for one that was given up, such as GB for UK. */
const current = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code;
/** Two letters by the English name in capitals. */
const codes = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = names.of(code);
      return name ? [[name.toUpperCase(), current(code)] as const] : [];
    }),
);

/** The two letters of a country that is given by them or by its English name; undefined for an unknown one. */
export const readCountry = (text: string): string | undefined => {
  const wanted = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(wanted) && names.of(wanted) ? current(wanted) : codes.get(wanted);
};

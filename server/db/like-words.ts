/** The words of a search as patterns for `like all`, in lower case: each of them somewhere in the text. */
export const likeWords = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);

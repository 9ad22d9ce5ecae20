/** A code in groups of three, as it is read aloud: "K7Q 2MT 9XB". */
export const codeText = (code: string): string => code.replace(/(.{3})(?=.)/g, '$1 ');

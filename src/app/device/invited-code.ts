/** A code that came with a link, kept on this device until somebody has joined here with it. */
export interface InvitedCode {
  code: string;
  kind: 'invitation' | 'affiliate';
}

const KEY = 'sideline:invited-code';
/** An invitation is open for a month. Source: INV-028. */
const LIFE_MS = 31 * 24 * 3_600_000;

/** Keeps the code of a link before there is an account. Where the browser keeps nothing, the code is typed. */
export const keepInvitedCode = ({ code, kind }: InvitedCode): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ code, kind, atMs: Date.now() }));
  } catch {
    // Storage is switched off: the page of the link shows the code, to be typed.
  }
};

/** The kept code of this kind; undefined if there is none, or an old one. */
export const readInvitedCode = (kind: InvitedCode['kind']): string | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as (InvitedCode & { atMs: number }) | null;
    if (!kept || kept.kind !== kind || typeof kept.code !== 'string') return undefined;
    return Math.abs(Date.now() - kept.atMs) < LIFE_MS ? kept.code : undefined;
  } catch {
    return undefined;
  }
};

/** The registration is complete, or its answers were dropped. */
export const forgetInvitedCode = (): void => {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There is none.
  }
};

import { invitesText as text } from '#contract/text/invites.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { copyText } from '#app/device/copy-text.ts';

/** Address of the page that a code's link opens. */
export const linkOf = (code: string): string => new URL(`/invitation/${code}`, location.origin).href;

const copy = async (copied: string, done: string): Promise<void> => {
  if (await copyText(copied)) showToast({ text: done, kind: 'success' });
  else showToast({ text: text.notCopied(copied), kind: 'failure', durationMs: 15_000 });
};

/** Source: INV-057. */
export const copyCode = (code: string): Promise<void> => copy(code, text.codeCopied(code));

/** Copies the sentence with the link and the code. Source: INV-058. */
export const copyInvite = (code: string): Promise<void> =>
  copy(text.invite(code, linkOf(code)), text.inviteCopied(code));

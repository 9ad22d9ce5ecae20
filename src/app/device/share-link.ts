import { watchText } from '#contract/text/watch.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { copyText } from './copy-text.ts';

/** Opens the system's share sheet; where there is none, copies the link and says so. */
export const shareLink = async (title: string, address: string): Promise<void> => {
  const { href } = new URL(address, location.origin);
  // Closing the system's share sheet rejects too; that is not a failure.
  if (typeof navigator.share === 'function') return navigator.share({ title, url: href }).catch(() => {});
  if (await copyText(href)) showToast({ text: watchText.copied, kind: 'success' });
  else showToast({ text: watchText.copyFailed(href), kind: 'failure', durationMs: 15_000 });
};

import { memberText } from '#contract/text/member.ts';
import { Chip } from '#ui/chip.tsx';
import { ShareIcon } from '#ui/icons.ts';
import { showToast } from '#ui/toast.ts';

/** The system's share sheet where there is one, else the link is copied. Source: decisions D-210. */
export function SharePart({ title }: { title: string }) {
  const share = async () => {
    const url = location.href;
    if (typeof navigator.share === 'function') {
      // Closing the sheet without choosing is no failure.
      await navigator.share({ title, url }).catch(() => {});
      return;
    }
    await navigator.clipboard.writeText(url);
    showToast({ text: memberText.copied, kind: 'success' });
  };
  return <Chip icon={<ShareIcon />} onClick={() => void share()}>{memberText.share}</Chip>;
}

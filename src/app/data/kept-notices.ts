import { keptNoticeText as text } from '#contract/text/upload-kept.ts';
import type { AccountDatabase } from '#store/database.ts';
import { readShared } from '#store/uploads/shared-inbox.ts';
import { leaveDocument } from '#ui/overlays/overlay-history.ts';
import { showToast } from '#ui/overlays/toast.ts';

/** How long the notices are shown, ms. */
const SHOWN_MS = 7_000;

const notice = (words: string, address: string): void => {
  showToast({
    text: words,
    durationMs: SHOWN_MS,
    isBackground: true,
    action: { label: text.show, onAction: () => leaveDocument(() => location.assign(address)) },
  });
};

/** Whether a recording was cut off. What recordings need is loaded only where there is one. */
const hasKept = async (db: AccountDatabase): Promise<boolean> => {
  if ((await db.recordings.count()) === 0) return false;
  const { readKept } = await import('#store/uploads/recording.ts');
  return (await readKept(db)).length > 0;
};

/** Says at the start what waits for the person on this device: a recording that was cut off, files shared by other apps. */
export const showKept = async (db: AccountDatabase): Promise<void> => {
  const isAt = (path: string) => location.pathname.startsWith(path);
  if (!isAt('/library') && !isAt('/record') && (await hasKept(db))) notice(text.recording, '/library');
  if (!isAt('/shared') && (await readShared()).length > 0) notice(text.shared, '/shared');
};

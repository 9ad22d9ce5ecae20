import { appText } from '#contract/text/app.ts';
import { onStorageTrouble } from '#store/door.ts';
import { showToast } from '#ui/toast.ts';

/** Says it when the device's storage cannot be used, and offers the one thing that helps. */
export const watchStorage = (): void => {
  onStorageTrouble((trouble) => {
    const text = { blocked: appText.storageBlocked, newer: appText.updateReady, lost: appText.storageLost, full: appText.storageFull }[trouble];
    const action = trouble === 'full' ? {} : { action: { label: appText.reload, onAction: () => location.reload() } };
    showToast({ text, kind: 'failure', durationMs: 0, ...action });
  });
};

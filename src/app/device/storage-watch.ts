import { commonText } from '#contract/text/common.ts';
import { frameText } from '#contract/text/frame.ts';
import { onStorageFailure, probeStorage } from '#store/door.ts';
import { showToast } from '#ui/toast.ts';
import { takeUpdate } from './update.ts';

const AFTER_FIRST_SCREEN_MS = 1_000;

/** Says it when the device's storage cannot be used, and offers the one thing that helps. */
export const watchStorage = (): void => {
  onStorageFailure((trouble) => {
    const text = {
      blocked: frameText.storageBlocked,
      newer: frameText.updateReady,
      lost: frameText.storageLost,
      full: frameText.storageFull,
    }[trouble];
    // Beside a newer version a plain reload could bring this one again.
    const reload =
      trouble === 'newer'
        ? { label: frameText.update, onAction: () => void takeUpdate() }
        : { label: commonText.reload, onAction: () => location.reload() };
    showToast({ text, kind: 'failure', durationMs: 0, ...(trouble !== 'full' && { action: reload }) });
  });
  // Not needed for the first screen, but before the person goes on working.
  setTimeout(() => {
    void probeStorage().catch(() => {});
    void import('#store/watch-eviction.ts').then(
      ({ watchEviction }) =>
        watchEviction(({ changes, uploads }) =>
          showToast({ text: frameText.storageCleared(changes, uploads), kind: 'failure', durationMs: 0 }),
        ),
      () => {},
    );
  }, AFTER_FIRST_SCREEN_MS);
};

import { commonText } from '#contract/text/common.ts';
import { frameText } from '#contract/text/frame.ts';
import { onStorageFailure, probeStorage } from '#store/door.ts';
import { leaveDocument } from '#ui/overlays/overlay-history.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { takeUpdate } from './update.ts';

const AFTER_FIRST_SCREEN_MS = 1_000;

/** Shows a message when the device's storage fails, with Reload or Update where that helps. */
export const watchStorage = (): void => {
  let dismissBlocked: (() => void) | undefined;
  onStorageFailure((trouble) => {
    if (trouble === 'answers') {
      dismissBlocked?.();
      dismissBlocked = undefined;
      return;
    }
    // Both the opening and the first read may report it.
    if (trouble === 'blocked' && dismissBlocked) return;
    const text = {
      blocked: frameText.storageBlocked,
      newer: frameText.updateReady,
      lost: frameText.storageLost,
      full: frameText.storageFull,
    }[trouble];
    // If another tab runs a newer version, a plain reload could load this old version again.
    const reload =
      trouble === 'newer'
        ? { label: frameText.update, onAction: () => void takeUpdate() }
        : { label: commonText.reload, onAction: () => leaveDocument(() => location.reload()) };
    const dismiss = showToast({ text, kind: 'failure', durationMs: 0, ...(trouble !== 'full' && { action: reload }) });
    if (trouble === 'blocked') dismissBlocked = dismiss;
  });
  // Delayed so that it does not slow down the first screen.
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

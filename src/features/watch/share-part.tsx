import { useState } from 'react';
import { watchText } from '#contract/text/watch.ts';
import { Chip } from '#ui/buttons/chip.tsx';
import { DuplicateIcon, ShareIcon } from '#ui/icons.ts';
import { LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { copyText } from '#app/device/copy-text.ts';

/** The share menu: the link, and the system's share sheet if there is one. Source: D-210. */
export function SharePart({ title }: { title: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const copy = async () => {
    close();
    if (await copyText(location.href)) showToast({ text: watchText.copied, kind: 'success' });
    else showToast({ text: watchText.copyFailed(location.href), kind: 'failure', durationMs: 15_000 });
  };
  const share = () => {
    close();
    // Closing the system's share sheet rejects too; that is not a failure.
    void navigator.share({ title, url: location.href }).catch(() => {});
  };
  return (
    <>
      <Chip icon={<ShareIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {watchText.share}
      </Chip>
      <LazySheet open={isOpen} onClose={close} title={watchText.share}>
        <RowList plain label={watchText.share}>
          <ListRow title={watchText.copyLink} leading={<DuplicateIcon />} onOpen={() => void copy()} />
          {typeof navigator.share === 'function' && (
            <ListRow title={watchText.shareSystem} leading={<ShareIcon />} onOpen={share} />
          )}
        </RowList>
      </LazySheet>
    </>
  );
}

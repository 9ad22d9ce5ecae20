import { useState } from 'react';
import { syncStorageText } from '#contract/text/sync-storage.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DownloadIcon, StorageIcon, UploadIcon } from '#ui/icons.ts';
import { StorageBar } from '#ui/charts/lane-bar.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { formatBytes } from '#app/format/format.ts';
import type { AccountFacts } from './account-facts.ts';
import type { DeviceFacts } from './device-facts.ts';

export interface StorageSectionProps {
  account: AccountFacts;
  device: DeviceFacts;
  /** Called after the browser was asked for persistent storage. */
  onChanged: () => void;
}

/** Storage used and allowed, how much of it is unsent or saved, and whether it is persistent. */
export function StorageSection({ account, device, onChanged }: StorageSectionProps) {
  const { usedBytes, allowedBytes } = device;
  const isKnown = usedBytes !== undefined && allowedBytes !== undefined && allowedBytes > 0;
  const used = isKnown
    ? syncStorageText.usedOf(formatBytes(usedBytes), formatBytes(allowedBytes))
    : syncStorageText.usedUnknown;
  const { unsentBytes, savedItems, savedBytes } = account;
  return (
    <section aria-labelledby="storage">
      <SectionHeading id="storage">{syncStorageText.storage}</SectionHeading>
      <div className="card stack-s sync-storage__room">
        {isKnown && (
          <StorageBar label={syncStorageText.storage} usedPercent={(usedBytes / allowedBytes) * 100} valueText={used} />
        )}
        <p className="t-small">{used}</p>
      </div>
      <RowList labelledBy="storage">
        <ListRow
          title={syncStorageText.unsentFiles}
          leading={<UploadIcon />}
          text={unsentBytes > 0 ? formatBytes(unsentBytes) : syncStorageText.noFiles}
        />
        <ListRow
          title={syncStorageText.savedItems}
          leading={<DownloadIcon />}
          text={savedItems > 0 ? syncStorageText.items(savedItems, formatBytes(savedBytes)) : syncStorageText.noFiles}
        />
        <KeepRow isPersistent={device.isPersistent} onChanged={onChanged} />
      </RowList>
    </section>
  );
}

/** Requests persistent storage, on a tap; the browser decides. Source: D-363. */
function KeepRow({ isPersistent, onChanged }: { isPersistent: boolean | undefined; onChanged: () => void }) {
  const [answer, setAnswer] = useState<boolean | 'asking'>();
  const ask = async () => {
    setAnswer('asking');
    setAnswer(await navigator.storage.persist().catch(() => false));
    onChanged();
  };
  const words =
    isPersistent === undefined
      ? syncStorageText.keptUnknown
      : isPersistent
        ? syncStorageText.keptYes
        : syncStorageText.keptNo;
  return (
    <>
      <ListRow
        title={syncStorageText.kept}
        leading={<StorageIcon />}
        text={words}
        trailing={
          isPersistent === false ? (
            <Button
              variant="tonal"
              size="m"
              busy={answer === 'asking' && syncStorageText.keeping}
              onClick={() => void ask()}
            >
              {syncStorageText.keep}
            </Button>
          ) : undefined
        }
      />
      {typeof answer === 'boolean' && (
        <li className="sync-storage__outcome">
          <Note tone={answer ? 'success' : 'info'} role="status">
            {answer ? syncStorageText.keepGranted : syncStorageText.keepDenied}
          </Note>
        </li>
      )}
    </>
  );
}

import { syncStorageText } from '#contract/text/sync-storage.ts';
import { Button } from '#ui/buttons/button.tsx';
import { InfoIcon, OfflineIcon, RefreshIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { takeUpdate } from '#app/device/update.ts';
import type { DeviceFacts } from './device-facts.ts';

const sends = syncStorageText.backgroundSends;

/** The app's version, its service worker, and whether this browser can sync in the background. */
export function AppSection({ device: { isUpdateWaiting, isControlled, hasBackgroundSync } }: { device: DeviceFacts }) {
  return (
    <section aria-labelledby="app">
      <SectionHeading id="app">{syncStorageText.app}</SectionHeading>
      <RowList labelledBy="app">
        <ListRow
          title={syncStorageText.version}
          leading={<InfoIcon />}
          text={isUpdateWaiting ? `${__APP_VERSION__}. ${syncStorageText.updateWaits}` : __APP_VERSION__}
          trailing={
            isUpdateWaiting ? (
              <Button variant="tonal" size="m" onClick={() => void takeUpdate()}>
                {syncStorageText.update}
              </Button>
            ) : undefined
          }
        />
        <ListRow
          title={syncStorageText.offlineStart}
          leading={<OfflineIcon />}
          text={isControlled ? syncStorageText.offlineStartYes : syncStorageText.offlineStartNo}
        />
        <ListRow
          title={syncStorageText.background}
          leading={<RefreshIcon />}
          text={hasBackgroundSync ? sends.whenClosed : sends.whileOpen}
        />
      </RowList>
    </section>
  );
}

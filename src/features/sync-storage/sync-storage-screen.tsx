import { syncStorageText } from '#contract/text/sync-storage.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { AppSection } from './app-section.tsx';
import { PushSection } from './push-section.tsx';
import { RepairSection } from './repair-section.tsx';
import { ReportSection } from './report-section.tsx';
import { SavedSection } from './saved-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { SyncSection } from './sync-section.tsx';
import { UnfinishedSection } from './unfinished-section.tsx';
import { useFacts } from './use-facts.ts';
import { WifiSection } from './wifi-section.tsx';
import './sync-storage.css';

/** State of sync, storage and push on this device, and the repair. Source: D-358…D-366. */
export function SyncStorageScreen() {
  usePageTitle(syncStorageText.title);
  const { account, device, reload } = useFacts();
  return (
    <>
      <AppBar title={syncStorageText.title} back={goBack} />
      <main id="main" className="page sync-storage">
        {account === null && (
          <Note
            tone="danger"
            role="alert"
            action={
              <Button variant="outline" size="m" onClick={() => location.reload()}>
                {syncStorageText.reload}
              </Button>
            }
          >
            {syncStorageText.readFailed}
          </Note>
        )}
        <AfterSkeleton read={account !== undefined && device ? { account, device } : undefined} shape="row">
          {(known) =>
            known.account && (
              <>
                <SyncSection account={known.account} />
                <StorageSection account={known.account} device={known.device} onChanged={reload} />
                <SavedSection />
                <UnfinishedSection />
                <WifiSection />
                <PushSection push={known.device.push} />
                <AppSection device={known.device} />
                <ReportSection account={known.account} device={known.device} />
                <RepairSection account={known.account} />
              </>
            )
          }
        </AfterSkeleton>
      </main>
    </>
  );
}

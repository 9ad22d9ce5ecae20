import { useState } from 'react';
import { syncStorageText } from '#contract/text/sync-storage.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CopyIcon } from '#ui/icons.ts';
import { LazyDialog } from '#ui/overlays/lazy-overlays.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useOnline } from '#app/device/traffic.ts';
import type { AccountFacts } from './account-facts.ts';
import { copyText } from '#app/device/copy-text.ts';
import type { DeviceFacts } from './device-facts.ts';
import { writeReport } from './report.ts';

/** Copies the page's figures as text for support; if copying fails, shows the text to select. */
export function ReportSection({ account, device }: { account: AccountFacts; device: DeviceFacts }) {
  const isOnline = useOnline();
  const [shownReport, setShownReport] = useState<string>();
  const copy = async () => {
    const report = writeReport({
      account,
      device,
      version: __APP_VERSION__,
      browser: navigator.userAgent,
      isOnline,
      nowMs: Date.now(),
    });
    if (await copyText(report)) showToast({ text: syncStorageText.copied, kind: 'success' });
    else setShownReport(report);
  };
  return (
    <section className="stack-s" aria-labelledby="report">
      <SectionHeading id="report">{syncStorageText.report}</SectionHeading>
      <p className="t-small t-2">{syncStorageText.reportHelp}</p>
      <Button variant="outline" icon={<CopyIcon />} onClick={() => void copy()}>
        {syncStorageText.copy}
      </Button>
      <LazyDialog
        open={shownReport !== undefined}
        onClose={() => setShownReport(undefined)}
        title={syncStorageText.copyTitle}
        description={syncStorageText.copyFailed}
        footer={
          <Button variant="outline" onClick={() => setShownReport(undefined)}>
            {syncStorageText.close}
          </Button>
        }
      >
        <pre className="sync-storage__report t-small">{shownReport}</pre>
      </LazyDialog>
    </section>
  );
}

import { useState } from 'react';
import type { WatchDetail } from '#contract/channels.ts';
import { reportContent } from '#contract/reports.ts';
import { contentReportReasons, reportsText } from '#contract/text/reports.ts';
import { Chip } from '#ui/buttons/chip.tsx';
import { ReportIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { useMe } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';
import { useIsReported } from '#app/reports/use-is-reported.ts';
import type { ReportSheetProps } from '#app/reports/report-sheet.tsx';

const ReportSheet = lazyOverlay<ReportSheetProps<keyof typeof contentReportReasons>>(
  async () => (await import('#app/reports/report-sheet.tsx')).ReportSheet,
);

/** Reports the item to the operator, once, also offline. Source: decision 0122. */
export function ReportPart({ detail }: { detail: WatchDetail }) {
  const act = useAct();
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const [round, setRound] = useState(0);
  const isReported = useIsReported('reports.content', detail.id) || detail.isReported === true;
  const open = () => {
    setRound(round + 1);
    setOpen(true);
  };
  return (
    <>
      <Chip icon={<ReportIcon />} aria-haspopup="dialog" disabled={isReported} onClick={open}>
        {isReported ? reportsText.reported : reportsText.report}
      </Chip>
      <ReportSheet
        key={round}
        open={isOpen}
        onClose={() => setOpen(false)}
        title={reportsText.contentTitle}
        reasons={contentReportReasons}
        thanks={reportsText.contentToast}
        send={(report) =>
          // Anybody reports as the person that they are, in every role.
          act(reportContent, { publishedContentId: detail.id, ...report }, me && { scope: me.scope })
        }
      />
    </>
  );
}

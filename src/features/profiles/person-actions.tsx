import { useState } from 'react';
import { reportPerson } from '#contract/reports.ts';
import { personReportReasons, reportsText } from '#contract/text/reports.ts';
import { ReportIcon } from '#ui/icons.ts';
import { RowMenuPopup } from '#ui/overlays/row-menu-popup.tsx';
import type { RowMenuPopupState } from '#ui/overlays/row-menu.tsx';
import { useMe } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';
import { ReportSheet } from '#app/reports/report-sheet.tsx';
import { useIsReported } from '#app/reports/use-is-reported.ts';
import type { PersonMenuProps } from './person-menu.tsx';

export interface PersonActionsProps extends PersonMenuProps, RowMenuPopupState {}

/** The list of a person's menu with its sheet; loaded when the menu opens. */
export function PersonActions({ page: { userId, name, isReported: wasReported }, ...menu }: PersonActionsProps) {
  const act = useAct();
  const me = useMe();
  const [isReporting, setReporting] = useState(false);
  const [round, setRound] = useState(0);
  const isReported = useIsReported('reports.person', userId) || wasReported === true;
  const report = {
    label: isReported ? reportsText.reported : reportsText.report,
    icon: <ReportIcon />,
    disabled: isReported,
    onSelect: () => {
      setRound(round + 1);
      setReporting(true);
    },
  };
  return (
    <>
      <RowMenuPopup {...menu} items={[report]} />
      <ReportSheet
        key={round}
        open={isReporting}
        onClose={() => setReporting(false)}
        title={reportsText.personTitle(name)}
        reasons={personReportReasons}
        thanks={reportsText.personToast(name)}
        send={(sent) =>
          // Anybody reports as the person that they are, in every role.
          act(reportPerson, { userId, ...sent }, me && { scope: me.scope })
        }
      />
    </>
  );
}

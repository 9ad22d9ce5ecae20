import { useState } from 'react';
import { reportPerson } from '#contract/reports.ts';
import { blocksText } from '#contract/text/blocks.ts';
import { personReportReasons, reportsText } from '#contract/text/reports.ts';
import { BlockIcon, ReportIcon, UnblockIcon } from '#ui/icons.ts';
import { RowMenuPopup } from '#ui/overlays/row-menu-popup.tsx';
import type { RowMenuPopupState } from '#ui/overlays/row-menu.tsx';
import { BlockDialog } from '#app/blocks/block-dialog.tsx';
import { useBlock } from '#app/blocks/use-block.ts';
import { useMe } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';
import { ReportSheet } from '#app/reports/report-sheet.tsx';
import { useIsReported } from '#app/reports/use-is-reported.ts';
import type { PersonMenuProps } from './person-menu.tsx';

export interface PersonActionsProps extends PersonMenuProps, RowMenuPopupState {}

/** The list of a person's menu with its sheet and its dialog; loaded when the menu opens. */
export function PersonActions({ page, isBlocked, ...menu }: PersonActionsProps) {
  const { userId, name, photo } = page;
  const act = useAct();
  const me = useMe();
  const { unblock } = useBlock();
  const [opened, setOpened] = useState<'report' | 'block'>();
  const [round, setRound] = useState(0);
  const isReported = useIsReported('reports.person', userId) || page.isReported === true;
  const person = { id: userId, name, userPhoto: photo };
  const close = () => setOpened(undefined);
  const report = {
    label: isReported ? reportsText.reported : reportsText.report,
    icon: <ReportIcon />,
    disabled: isReported,
    onSelect: () => {
      setRound(round + 1);
      setOpened('report');
    },
  };
  const block = isBlocked
    ? { label: blocksText.unblockName(name), icon: <UnblockIcon />, onSelect: () => void unblock(person) }
    : { label: blocksText.blockName(name), icon: <BlockIcon />, danger: true, onSelect: () => setOpened('block') };
  return (
    <>
      <RowMenuPopup {...menu} items={[report, block]} />
      <ReportSheet
        key={round}
        open={opened === 'report'}
        onClose={close}
        title={reportsText.personTitle(name)}
        reasons={personReportReasons}
        thanks={reportsText.personToast(name)}
        send={(sent) =>
          // Anybody reports as the person that they are, in every role.
          act(reportPerson, { userId, ...sent }, me && { scope: me.scope })
        }
      />
      <BlockDialog open={opened === 'block'} onClose={close} person={person} />
    </>
  );
}

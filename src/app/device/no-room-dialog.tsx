import { useId } from 'react';
import type { Scope } from '#contract/ids.ts';
import { noRoomText, roomText } from '#contract/text/library.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { usePlanOfOther } from '../data/plan-owner.ts';

export interface NoRoomDialogProps {
  open: boolean;
  onClose: () => void;
  /** The files that found no room are kept in the queue of uploads. */
  areFilesKept?: boolean;
  /** Whose storage is full, by default that of the role in use. */
  of?: Scope | undefined;
}

/** The plan's storage is full. An Admin, who may not change the plan, is led to what takes space. Source: UPL-055, D-290. */
export function NoRoomDialog({ open, onClose, areFilesKept = false, of }: NoRoomDialogProps) {
  const help = useId();
  const organization = usePlanOfOther(of);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={noRoomText.noRoomTitle}
      description={organization === undefined ? noRoomText.noRoomBody : noRoomText.fullOf(organization)}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {noRoomText.close}
          </Button>
          <Button
            href={of ? `/storage-plan-access-fees?of=${of}` : '/storage-plan-access-fees'}
            aria-describedby={help}
          >
            {organization === undefined ? roomText.upgrade : roomText.seeSpace}
          </Button>
        </>
      }
    >
      <p id={help} className="t-small t-2">
        {areFilesKept ? noRoomText.keptHelp : noRoomText.upgradeHelp}
      </p>
      {/* What other devices have begun keeps its room until it is finished or cancelled. */}
      <Button variant="ghost" size="m" href="/help-support/sync-storage">
        {noRoomText.unfinished}
      </Button>
    </Dialog>
  );
}

import { useId } from 'react';
import { noRoomText } from '#contract/text/library.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

export interface NoRoomDialogProps {
  open: boolean;
  onClose: () => void;
  /** The files that found no room are kept in the queue of uploads. */
  areFilesKept?: boolean;
}

/** The plan's storage is full. Source: UPL-055. */
export function NoRoomDialog({ open, onClose, areFilesKept = false }: NoRoomDialogProps) {
  const help = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={noRoomText.noRoomTitle}
      description={noRoomText.noRoomBody}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {noRoomText.close}
          </Button>
          <Button href="/storage-plan-access-fees" aria-describedby={help}>
            {noRoomText.upgrade}
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

import { useId } from 'react';
import { noRoomText } from '#contract/text/library.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

export interface NoRoomDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The plan's storage is full. Plans cost money and are changed by support in this release. Source: UPL-055. */
export function NoRoomDialog({ open, onClose }: NoRoomDialogProps) {
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
          <Button disabled aria-describedby={help}>
            {noRoomText.upgrade}
          </Button>
        </>
      }
    >
      <p id={help} className="t-small t-2">
        {noRoomText.upgradeHelp}
      </p>
    </Dialog>
  );
}

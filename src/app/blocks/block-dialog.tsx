import { blocksText } from '#contract/text/blocks.ts';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { useBlock, type Blockable } from './use-block.ts';

interface BlockDialogProps {
  open: boolean;
  onClose: () => void;
  person: Blockable;
}

/** Asks before a person is blocked, and says what it does. */
export function BlockDialog({ open, onClose, person }: BlockDialogProps) {
  const { block } = useBlock();
  return (
    <LazyConfirmDialog
      open={open}
      title={blocksText.askTitle(person.name)}
      description={blocksText.askBody}
      confirmLabel={blocksText.block}
      danger
      onConfirm={() => {
        onClose();
        void block(person);
      }}
      onCancel={onClose}
    />
  );
}

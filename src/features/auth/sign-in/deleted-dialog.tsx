import { useState } from 'react';
import type { Deletion } from '#contract/account-leaving.ts';
import { deletedText as text } from '#contract/text/account-leaving.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { formatDate } from '#app/format/format.ts';

export interface DeletedDialogProps {
  open: boolean;
  deletion: Deletion | undefined;
  onRestore: () => Promise<void>;
  onClose: () => void;
}

/** After the sign-in of a deleted account: restore it, or leave it deleted. Nothing else can be reached. Source: D-90. */
export function DeletedDialog({ open, deletion, onRestore, onClose }: DeletedDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await onRestore();
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open={open}
      title={text.title}
      description={deletion && text.description(formatDate(deletion.deletedAt), formatDate(deletion.restorableUntil))}
      confirmLabel={text.restore}
      cancelLabel={text.stay}
      busy={isBusy ? text.restoring : undefined}
      onConfirm={() => void restore()}
      onCancel={onClose}
    />
  );
}

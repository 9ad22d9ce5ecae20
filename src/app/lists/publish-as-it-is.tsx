import { updatePublication } from '#contract/publications.ts';
import type { Publication } from '#contract/rows.ts';
import { heldText } from '#contract/text/publications.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAct } from '../data/use-act.ts';

export interface PublishAsItIsProps {
  publication: Pick<Publication, 'id' | 'scope' | 'title'>;
  open: boolean;
  onClose: () => void;
}

/** Asks before a publication whose edit was not made goes live with the whole file. Source: decision 0064. */
export function PublishAsItIs({ publication: { id, scope, title }, open, onClose }: PublishAsItIsProps) {
  const act = useAct();
  const publish = async () => {
    onClose();
    await act(updatePublication, { publishedId: id, asItIs: true }, { scope });
    showToast({ text: heldText.published(title), kind: 'success' });
  };
  return (
    <ConfirmDialog
      open={open}
      title={heldText.question(title)}
      description={heldText.questionBody}
      confirmLabel={heldText.publish}
      onCancel={onClose}
      onConfirm={() => void publish().catch(() => {})}
    />
  );
}

import { deleteContent, deleteContents, renameContent } from '#contract/library.ts';
import { unpublish } from '#contract/publications.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { contentActionText } from '#contract/text/library.ts';
import { discard } from '#store/outbox/enqueue.ts';
import { endJobsOf } from '#store/uploads/jobs.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';
import { NoRoomDialog } from '#app/device/no-room-dialog.tsx';
import { useAct } from '#app/data/use-act.ts';
import { NameSheet } from '#app/forms/name-sheet.tsx';
import { inBatches } from './in-batches.ts';
import { MoveSheet } from './move-sheet.tsx';
import { fileNameProblem, splitFileName } from './name-rules.ts';
import { PreviewSheet } from './preview-sheet.tsx';

/** An open sheet or confirmation for some contents. */
export interface ContentDialog {
  kind: 'preview' | 'rename' | 'move' | 'delete' | 'unpublish' | 'noRoom';
  contents: readonly LibraryContent[];
  /** The refused rename to edit: its name and its outbox entry. */
  refused?: { name: string; entryId: string } | undefined;
  /** Different for every opening, so that each sheet starts with fresh state. */
  round: number;
}

interface Props {
  dialog: ContentDialog;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** The sheets and confirmations for content; loaded when the first one opens. */
export function ContentDialogs({ dialog: { kind, contents, refused }, open, onClose, onDone }: Props) {
  const only = contents[0];
  if (!only) return null;
  if (kind === 'preview') return <PreviewSheet open={open} onClose={onClose} content={only} />;
  if (kind === 'rename') return <RenameSheet open={open} onClose={onClose} content={only} refused={refused} />;
  if (kind === 'move') return <MoveSheet open={open} onClose={onClose} contents={contents} onMoved={onDone} />;
  if (kind === 'unpublish') return <UnpublishDialog open={open} onClose={onClose} content={only} />;
  if (kind === 'noRoom') return <NoRoomDialog open={open} onClose={onClose} />;
  return <DeleteDialog open={open} onClose={onClose} contents={contents} onDeleted={onDone} />;
}

interface OneProps {
  open: boolean;
  onClose: () => void;
  content: LibraryContent;
}

function RenameSheet({ open, onClose, content, refused }: OneProps & Pick<ContentDialog, 'refused'>) {
  const { db } = useAccount();
  const scope = useScope();
  const act = useAct();
  const { stem, extension } = splitFileName(content.filename);
  const check = async (name: string) => {
    if (name === stem) return undefined;
    const others = await db.contents
      .where('scope')
      .equals(scope)
      .filter((other) => other.id !== content.id)
      .toArray();
    return fileNameProblem(
      name,
      extension,
      others.map((other) => other.filename),
    );
  };
  const save = async (filename: string) => {
    if (filename !== stem) await act(renameContent, { id: content.id, filename });
    if (refused) await discard(db, refused.entryId);
  };
  return (
    <NameSheet
      open={open}
      onClose={onClose}
      title={contentActionText.renameTitle}
      label={contentActionText.fileName}
      help={extension && contentActionText.extension(extension)}
      initial={refused?.name ?? stem}
      saveLabel={contentActionText.save}
      maxLength={100}
      check={check}
      onSave={save}
    />
  );
}

function UnpublishDialog({ open, onClose, content }: OneProps) {
  const act = useAct();
  const { published } = content;
  const confirm = async () => {
    onClose();
    if (!published) return;
    await act(unpublish, { publishedId: published.id });
    showToast({ text: contentActionText.unpublished(published.title), kind: 'success' });
  };
  return (
    <ConfirmDialog
      open={open}
      danger
      onCancel={onClose}
      onConfirm={() => void confirm()}
      title={contentActionText.unpublishTitle(published?.title ?? content.title)}
      description={contentActionText.unpublishBody(published?.channelName ?? '')}
      confirmLabel={contentActionText.unpublish}
    />
  );
}

function DeleteDialog({
  open,
  onClose,
  contents,
  onDeleted,
}: Omit<OneProps, 'content'> & { contents: readonly LibraryContent[]; onDeleted: () => void }) {
  const { db } = useAccount();
  const act = useAct();
  const published = contents.filter((content) => content.isPublished).length;
  const [only] = contents;
  const confirm = async () => {
    onClose();
    if (contents.length === 1) await act(deleteContent, { type: only!.type, id: only!.id });
    else
      for (const batch of inBatches(contents))
        await act(deleteContents, { items: batch.map(({ type, id }) => ({ type, id })) });
    const ids = contents.map(({ id }) => id);
    await db.savedMedia.bulkDelete(ids);
    await endJobsOf(db, ids);
    showToast({
      text: contents.length === 1 ? contentActionText.deleted(only!.filename) : contentActionText.deletedMany,
      kind: 'success',
    });
    onDeleted();
  };
  return (
    <ConfirmDialog
      open={open}
      danger
      onCancel={onClose}
      onConfirm={() => void confirm()}
      title={contentActionText.deleteTitle(contents.length, only!.filename)}
      description={[
        published > 0 && contentActionText.deletePublished(contents.length, published),
        contentActionText.deletePlain(contents.length),
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel={contentActionText.delete}
    />
  );
}

import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { duplicateContent } from '#contract/library.ts';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { contentActionText } from '#contract/text/library.ts';
import { CallError } from '#store/api.ts';
import type { OutboxEntry } from '#store/database.ts';
import { ChannelIcon, CheckIcon, DeleteIcon, DownloadIcon, DuplicateIcon, EditIcon, MoveIcon, PlayIcon } from '#ui/icons.ts';
import type { RowMenuItem } from '#ui/row-menu.tsx';
import { showToast } from '#ui/toast.ts';
import { useAccount } from '../../app/account.ts';
import { useScope } from '../../app/me.ts';
import { useOnline } from '../../app/traffic.ts';
import { failureText, useOnlineCall } from '../../app/use-act.ts';
import { publicationOf, readinessOf } from './content-query.ts';

const ContentDialogs = lazy(async () => ({ default: (await import('./content-dialogs.tsx')).ContentDialogs }));

/** An overlay about some contents. */
export interface ContentDialog {
  kind: 'preview' | 'rename' | 'move' | 'delete' | 'unpublish' | 'noRoom';
  contents: readonly LibraryContent[];
  /** A name that was refused before, and the entry it was refused in. */
  again?: { name: string; entryId: string } | undefined;
  /** Another one for every opening, so that a sheet begins afresh. */
  round: number;
}

export type ContentActionId = 'preview' | 'channel' | 'unpublish' | 'rename' | 'duplicate' | 'move' | 'download' | 'delete' | 'select';

/** One thing that can be done with a content now. */
export interface ContentAction extends RowMenuItem {
  id: ContentActionId;
  icon: ReactNode;
}

export interface ContentActions {
  /** For one content. Source: decisions D-94. */
  actionsOf(content: LibraryContent): ContentAction[];
  open(kind: ContentDialog['kind'], contents: readonly LibraryContent[]): void;
  /** Opens a refused rename or publish again with what was typed. */
  editRefused(entry: OutboxEntry): Promise<void>;
  dialogs: ReactNode;
}

export interface ContentActionsOptions {
  /** The channel that content is being chosen for. */
  channelId?: string | undefined;
  /** Contents were moved or deleted: select mode ends. */
  onDone: () => void;
  /** Starts select mode with this content. */
  onSelect: (content: LibraryContent) => void;
}

/** What can be done with own content, and the sheets and questions behind it. */
export const useContentActions = ({ channelId, onDone, onSelect }: ContentActionsOptions): ContentActions => {
  const { userId, db } = useAccount();
  const scope = useScope();
  const navigate = useNavigate();
  const callOnline = useOnlineCall();
  const isOnline = useOnline();
  const [dialog, setDialog] = useState<ContentDialog>();
  const [isOpen, setOpen] = useState(false);

  const open = (kind: ContentDialog['kind'], contents: readonly LibraryContent[], again?: ContentDialog['again']) => {
    setDialog({ kind, contents, again, round: (dialog?.round ?? 0) + 1 });
    setOpen(true);
  };
  const duplicate = async (content: LibraryContent) => {
    try {
      const copy = await callOnline(duplicateContent, { id: content.id, copyId: newId() });
      showToast({ text: contentActionText.duplicated(copy.filename), kind: 'success' });
    } catch (error) {
      if (error instanceof CallError && error.code === 'library.out_of_storage') open('noRoom', [content]);
      else showToast({ text: failureText(error, contentActionText.duplicateFailed), kind: 'failure' });
    }
  };
  const download = async (content: LibraryContent) => {
    const { downloadContent } = await import('./download.ts');
    await downloadContent({ db, userId, scope, content });
  };
  const publish = async (content: LibraryContent) => {
    const hasContent = channelId ? (await db.channels.get(channelId))?.hasContent === true : false;
    const query = new URLSearchParams({ hasChannelContent: hasContent ? '1' : '0', ...(channelId ? { channel: channelId } : {}) });
    await navigate({ href: `/publish-content/${content.id}?${query.toString()}` } as never);
  };
  const editRefused = async ({ id, call, input }: OutboxEntry) => {
    if (call === 'publications.publish') return navigate({ href: `/publish-content/${String(input['contentId'])}?again=${id}` } as never);
    const content = await db.contents.get(String(input['id']));
    if (content) open('rename', [content], { name: String(input['filename']), entryId: id });
  };

  const actionsOf = (content: LibraryContent): ContentAction[] => {
    const publication = publicationOf(content);
    const readiness = readinessOf(content);
    const offline = isOnline ? {} : { disabled: true, help: contentActionText.needsNetwork };
    const broken = readiness === 'failed' || readiness === 'rejected';
    const unready = readiness === 'ready' ? offline : { disabled: true, help: contentActionText.notReady };
    return [
      { id: 'preview', label: contentActionText.preview, icon: <PlayIcon />, onSelect: () => open('preview', [content]) },
      publication === 'on-channel'
        ? { id: 'unpublish', label: contentActionText.unpublish, icon: <ChannelIcon />, onSelect: () => open('unpublish', [content]) }
        : {
          id: 'channel', label: publication === 'removed' ? contentActionText.reAdd : contentActionText.addToChannel,
          icon: <ChannelIcon />, disabled: broken, onSelect: () => void publish(content),
        },
      { id: 'rename', label: contentActionText.rename, icon: <EditIcon />, onSelect: () => open('rename', [content]) },
      { id: 'move', label: contentActionText.move, icon: <MoveIcon />, onSelect: () => open('move', [content]) },
      { id: 'duplicate', label: contentActionText.duplicate, icon: <DuplicateIcon />, ...unready, onSelect: () => void duplicate(content) },
      { id: 'download', label: contentActionText.download, icon: <DownloadIcon />, ...offline, onSelect: () => void download(content) },
      { id: 'select', label: contentActionText.select, icon: <CheckIcon />, onSelect: () => onSelect(content) },
      { id: 'delete', label: contentActionText.delete, icon: <DeleteIcon />, danger: true, onSelect: () => open('delete', [content]) },
    ];
  };
  const dialogs = dialog && (
    <Suspense fallback={null}>
      <ContentDialogs key={dialog.round} dialog={dialog} open={isOpen} onClose={() => setOpen(false)} onDone={onDone} />
    </Suspense>
  );
  return { actionsOf, open, editRefused, dialogs };
};

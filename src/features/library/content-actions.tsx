import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { duplicateContent } from '#contract/library.ts';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { contentActionText } from '#contract/text/library.ts';
import { CallError } from '#store/api.ts';
import {
  ChannelIcon,
  CheckIcon,
  DeleteIcon,
  DownloadIcon,
  DuplicateIcon,
  EditIcon,
  MoveIcon,
  PlayIcon,
} from '#ui/icons.ts';
import type { RowMenuItem } from '#ui/row-menu.tsx';
import { showToast } from '#ui/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';
import { useOnline } from '#app/device/traffic.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { publicationOf, readinessOf } from './content-query.ts';
import type { OpenContentDialog } from './use-content-dialogs.tsx';

export type ContentActionId =
  | 'preview'
  | 'channel'
  | 'unpublish'
  | 'rename'
  | 'duplicate'
  | 'move'
  | 'download'
  | 'delete'
  | 'select';

/** An action that is possible on a content now. */
export interface ContentAction extends RowMenuItem {
  id: ContentActionId;
  icon: ReactNode;
}

export interface ContentActionsOptions {
  /** The channel that content is being chosen for. */
  channelId?: string | undefined;
  /** Opens a sheet or a confirmation. */
  onDialog: OpenContentDialog;
  /** Starts select mode with this content. */
  onSelect: (content: LibraryContent) => void;
}

/**
 * Actions on own content; loaded when the first menu opens.
 *
 * @returns The actions of one content. Source: D-94.
 */
export const useContentActions = ({
  channelId,
  onDialog,
  onSelect,
}: ContentActionsOptions): ((content: LibraryContent) => ContentAction[]) => {
  const { userId, db } = useAccount();
  const scope = useScope();
  const navigate = useNavigate();
  const callOnline = useOnlineCall();
  const isOnline = useOnline();

  const duplicate = async (content: LibraryContent) => {
    try {
      const copy = await callOnline(duplicateContent, { id: content.id, copyId: newId() });
      showToast({ text: contentActionText.duplicated(copy.filename), kind: 'success' });
    } catch (error) {
      if (error instanceof CallError && error.code === 'library.out_of_storage') onDialog('noRoom', [content]);
      else showToast({ text: failureText(error, contentActionText.duplicateFailed), kind: 'failure' });
    }
  };
  const download = async (content: LibraryContent) => {
    const { downloadContent } = await import('./download.ts');
    await downloadContent({ db, userId, scope, content });
  };
  const publish = async (content: LibraryContent) => {
    const channel = channelId ? await db.channels.get(channelId) : undefined;
    await navigate({
      to: '/publish-content/$contentId',
      params: { contentId: content.id },
      search: channel ? { hasChannelContent: channel.hasContent ? 1 : 0, channel: channel.id } : {},
    });
  };
  return (content) => {
    const publication = publicationOf(content);
    const readiness = readinessOf(content);
    const offline = isOnline ? {} : { disabled: true, help: contentActionText.needsNetwork };
    const broken =
      readiness === 'failed' || readiness === 'rejected'
        ? { disabled: true, help: contentActionText.unusable }
        : undefined;
    const unready = broken ?? (readiness === 'ready' ? offline : { disabled: true, help: contentActionText.notReady });
    return [
      {
        id: 'preview',
        label: contentActionText.preview,
        icon: <PlayIcon />,
        onSelect: () => onDialog('preview', [content]),
      },
      publication === 'on-channel'
        ? {
            id: 'unpublish',
            label: contentActionText.unpublish,
            icon: <ChannelIcon />,
            onSelect: () => onDialog('unpublish', [content]),
          }
        : {
            id: 'channel',
            label: publication === 'removed' ? contentActionText.reAdd : contentActionText.addToChannel,
            icon: <ChannelIcon />,
            ...broken,
            onSelect: () => void publish(content),
          },
      {
        id: 'rename',
        label: contentActionText.rename,
        icon: <EditIcon />,
        onSelect: () => onDialog('rename', [content]),
      },
      { id: 'move', label: contentActionText.move, icon: <MoveIcon />, onSelect: () => onDialog('move', [content]) },
      {
        id: 'duplicate',
        label: contentActionText.duplicate,
        icon: <DuplicateIcon />,
        ...unready,
        onSelect: () => void duplicate(content),
      },
      {
        id: 'download',
        label: contentActionText.download,
        icon: <DownloadIcon />,
        ...offline,
        onSelect: () => void download(content),
      },
      { id: 'select', label: contentActionText.select, icon: <CheckIcon />, onSelect: () => onSelect(content) },
      {
        id: 'delete',
        label: contentActionText.delete,
        icon: <DeleteIcon />,
        danger: true,
        onSelect: () => onDialog('delete', [content]),
      },
    ];
  };
};

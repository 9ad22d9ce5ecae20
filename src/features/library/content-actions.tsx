import { use, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { duplicateContent } from '#contract/library.ts';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { contentActionText } from '#contract/text/library.ts';
import { replaceFileText } from '#contract/text/upload-replace.ts';
import { CallError } from '#store/api.ts';
import {
  CaptionsIcon,
  ChannelIcon,
  CheckIcon,
  CutIcon,
  DeleteIcon,
  DownloadIcon,
  DuplicateIcon,
  EditIcon,
  MoveIcon,
  PlayIcon,
  UploadIcon,
} from '#ui/icons.ts';
import type { RowMenuItem } from '#ui/overlays/row-menu.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { ReplaceFileContext } from '#app/data/replace-file.ts';
import { useOnline } from '#app/device/traffic.ts';
import { formatFileSize } from '#app/format/format.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { publicationOf, readinessOf } from './content-query.ts';
import { useAddToChannel } from './use-add-to-channel.ts';
import { useDownload } from './use-download.ts';
import type { OpenContentDialog } from './use-content-dialogs.tsx';

export type ContentActionId =
  | 'preview'
  | 'channel'
  | 'unpublish'
  | 'rename'
  | 'edit'
  | 'replace'
  | 'captions'
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
  /** Opens a sheet or a confirmation. */
  onDialog: OpenContentDialog;
  /** Starts select mode with this content; undefined where it is not in a list. */
  onSelect?: ((content: LibraryContent) => void) | undefined;
}

type Run = (content: LibraryContent) => void;

/** What the actions do that need more than a dialog. */
interface Runs {
  addToChannel: Run;
  edit: Run;
  captions: Run;
  duplicate: Run;
  download: Run;
}

const useRuns = (onDialog: OpenContentDialog): Runs => {
  const download = useDownload();
  const callOnline = useOnlineCall();
  const addToChannel = useAddToChannel();
  const navigate = useNavigate();

  const duplicate = async (content: LibraryContent) => {
    try {
      const copy = await callOnline(duplicateContent, { id: content.id, copyId: newId() });
      showToast({ text: contentActionText.duplicated(copy.filename), kind: 'success' });
    } catch (error) {
      if (error instanceof CallError && error.code === 'library.out_of_storage') onDialog('noRoom', [content]);
      else showToast({ text: failureText(error, contentActionText.duplicateFailed), kind: 'failure' });
    }
  };
  return {
    addToChannel: (content) => void addToChannel(content),
    edit: ({ id, filename }) => void navigate({ to: '/video-editor', search: { contentId: id, fileName: filename } }),
    captions: ({ id }) => void navigate({ to: '/captions/$contentId', params: { contentId: id } }),
    duplicate: (content) => void duplicate(content),
    download,
  };
};

/** Why an action cannot be used now, as the fields of a menu item; empty if it can. */
interface Blocks {
  /** Of actions that need the file on the server. */
  stored: Pick<RowMenuItem, 'disabled' | 'help'>;
  broken: Pick<RowMenuItem, 'disabled' | 'help'>;
  unready: Pick<RowMenuItem, 'disabled' | 'help'>;
}

const blocksOf = (content: LibraryContent, isOnline: boolean): Blocks => {
  const readiness = readinessOf(content);
  const offline = isOnline ? {} : { disabled: true, help: contentActionText.needsNetwork };
  if (readiness === 'failed' || readiness === 'rejected') {
    const broken = { disabled: true, help: contentActionText.unusable };
    return { stored: broken, broken, unready: broken };
  }
  const unready = readiness === 'ready' ? offline : { disabled: true, help: contentActionText.notReady };
  return { stored: offline, broken: {}, unready };
};

/** Unpublish for content on a channel, else Add Content to Channel or Re-Add. */
const channelAction = (content: LibraryContent, onDialog: OpenContentDialog, runs: Runs, { broken }: Blocks) => {
  const publication = publicationOf(content);
  if (publication === 'on-channel')
    return {
      id: 'unpublish' as const,
      label: contentActionText.unpublish,
      icon: <ChannelIcon />,
      onSelect: () => onDialog('unpublish', [content]),
    };
  // What an operator removed goes on no channel.
  const blocked =
    typeof content.published?.removedReason === 'string'
      ? { disabled: true, help: contentActionText.takenDown }
      : broken;
  return {
    id: 'channel' as const,
    label: publication === 'removed' ? contentActionText.reAdd : contentActionText.addToChannel,
    icon: <ChannelIcon />,
    ...blocked,
    onSelect: () => runs.addToChannel(content),
  };
};

/** What changes a file: an edit of its picture, a new file, its captions. */
const fileActions = (
  content: LibraryContent,
  runs: Runs,
  blocks: Blocks,
  replace: ((content: LibraryContent) => void) | null,
): ContentAction[] => {
  const edit: ContentAction = {
    id: 'edit',
    label: contentActionText.edit,
    icon: <CutIcon />,
    ...blocks.broken,
    onSelect: () => runs.edit(content),
  };
  const newFile: ContentAction = {
    id: 'replace',
    label: replaceFileText.action,
    icon: <UploadIcon />,
    // Works offline.
    ...(readinessOf(content) === 'ready' ? {} : blocks.unready),
    onSelect: () => replace?.(content),
  };
  const captions: ContentAction = {
    id: 'captions',
    label: contentActionText.captions,
    icon: <CaptionsIcon />,
    ...blocks.broken,
    onSelect: () => runs.captions(content),
  };
  return [
    ...(content.type === 'video' ? [edit] : []),
    ...(replace ? [newFile] : []),
    ...(content.type === 'text' ? [] : [captions]),
  ];
};

/**
 * Actions on own content; loaded when the first menu opens.
 *
 * @returns The actions of one content. Source: D-94.
 */
export const useContentActions = ({
  onDialog,
  onSelect,
}: ContentActionsOptions): ((content: LibraryContent) => ContentAction[]) => {
  const isOnline = useOnline();
  const runs = useRuns(onDialog);
  const replace = use(ReplaceFileContext);
  return (content) => {
    const blocks = blocksOf(content, isOnline);
    /** An action that opens a sheet or a confirmation of the same name. */
    const dialog = (id: 'preview' | 'rename' | 'move' | 'delete', icon: ReactNode) => ({
      id,
      label: contentActionText[id],
      icon,
      onSelect: () => onDialog(id, [content]),
    });
    return [
      dialog('preview', <PlayIcon />),
      channelAction(content, onDialog, runs, blocks),
      dialog('rename', <EditIcon />),
      ...fileActions(content, runs, blocks, replace),
      dialog('move', <MoveIcon />),
      {
        id: 'duplicate',
        label: contentActionText.duplicate,
        icon: <DuplicateIcon />,
        ...(typeof content.published?.removedReason === 'string'
          ? { disabled: true, help: contentActionText.takenDown }
          : blocks.unready),
        onSelect: () => runs.duplicate(content),
      },
      {
        id: 'download',
        label: contentActionText.download(formatFileSize(content.originFileSize)),
        icon: <DownloadIcon />,
        // The server keeps no bytes of a file that cannot be used.
        ...blocks.stored,
        onSelect: () => runs.download(content),
      },
      ...(onSelect
        ? [
            {
              id: 'select' as const,
              label: contentActionText.select,
              icon: <CheckIcon />,
              onSelect: () => onSelect(content),
            },
          ]
        : []),
      { ...dialog('delete', <DeleteIcon />), danger: true },
    ];
  };
};

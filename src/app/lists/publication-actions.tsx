import { useState } from 'react';
import { unpublish, updatePublication } from '#contract/publications.ts';
import { heldText, publicationMenuText } from '#contract/text/publications.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { CheckIcon, CommentIcon, DeleteIcon, EditIcon, PlaylistIcon, ShareIcon } from '#ui/icons.ts';
import type { RowMenuPopupState } from '#ui/overlays/row-menu.tsx';
import { RowMenuPopup } from '#ui/overlays/row-menu-popup.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAct } from '../data/use-act.ts';
import { shareLink } from '../device/share-link.ts';
import { useGo } from '../navigation/go.ts';
import type { PublicationMenuProps } from './publication-menu.tsx';
import { MoveToPlaylist } from './move-to-playlist.tsx';
import { PublishAsItIs } from './publish-as-it-is.tsx';

export interface PublicationActionsProps extends PublicationMenuProps, RowMenuPopupState {}

/** The list of the menu with its sheet and its question; loaded when the first menu opens. */
export function PublicationActions({ publication, onRemoved, ...menu }: PublicationActionsProps) {
  const { id, channelId, title, isLive, isHeld, publishAt, removedReason } = publication;
  // What an operator removed cannot go live.
  const canGoLive = typeof removedReason !== 'string';
  const scope = publication.scope;
  const go = useGo();
  const act = useAct();
  const [opened, setOpened] = useState<'move' | 'remove' | 'asItIs'>();
  const close = () => setOpened(undefined);
  const share = {
    label: publicationMenuText.share,
    icon: <ShareIcon />,
    onSelect: () => void shareLink(title, `/watch-channel?content=${id}&channelId=${channelId}`),
  };
  const comments = {
    label: publicationMenuText.comments,
    icon: <CommentIcon />,
    onSelect: () => void go(`/comments?content=${id}`),
  };
  const publishNow = {
    label: publicationMenuText.publishNow,
    icon: <CheckIcon />,
    onSelect: () => {
      void act(updatePublication, { publishedId: id, publishAt: null }, { scope });
      showToast({ text: publicationMenuText.publishedNow(title), kind: 'success' });
    },
  };
  return (
    <>
      <RowMenuPopup
        {...menu}
        items={[
          {
            label: publicationMenuText.edit,
            icon: <EditIcon />,
            onSelect: () => void go(`/edit-channel-content/${id}`),
          },
          { label: publicationMenuText.move, icon: <PlaylistIcon />, onSelect: () => setOpened('move') },
          // Before it is live it has none.
          ...(isLive ? [comments] : []),
          ...(isHeld && canGoLive
            ? [{ label: heldText.publish, icon: <CheckIcon />, onSelect: () => setOpened('asItIs') }]
            : publishAt && canGoLive
              ? [publishNow]
              : []),
          // Before it is live its link opens for its owner only.
          ...(isLive ? [share] : []),
          {
            label: publicationMenuText.remove,
            icon: <DeleteIcon />,
            danger: true,
            onSelect: () => setOpened('remove'),
          },
        ]}
      />
      <MoveToPlaylist open={opened === 'move'} onClose={close} publication={publication} />
      <PublishAsItIs publication={publication} open={opened === 'asItIs'} onClose={close} />
      <RemoveQuestion publication={publication} open={opened === 'remove'} onClose={close} onRemoved={onRemoved} />
    </>
  );
}

interface RemoveQuestionProps extends Pick<PublicationActionsProps, 'publication' | 'onRemoved'> {
  open: boolean;
  onClose: () => void;
}

function RemoveQuestion({ publication: { id, scope, title }, open, onClose, onRemoved }: RemoveQuestionProps) {
  const act = useAct();
  const remove = async () => {
    onClose();
    await act(unpublish, { publishedId: id }, { scope });
    showToast({ text: publicationMenuText.removed(title), kind: 'success' });
    onRemoved?.();
  };
  return (
    <ConfirmDialog
      open={open}
      danger
      title={publicationMenuText.removeTitle(title)}
      description={publicationMenuText.removeBody}
      confirmLabel={publicationMenuText.remove}
      onCancel={onClose}
      onConfirm={() => void remove()}
    />
  );
}

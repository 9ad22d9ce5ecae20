import { useState } from 'react';
import { deleteAnswer, hideComment } from '#contract/comments.ts';
import type { Scope } from '#contract/ids.ts';
import { blocksText } from '#contract/text/blocks.ts';
import { commentsText } from '#contract/text/comments.ts';
import { AnswerIcon, BlockIcon, DeleteIcon, EditIcon, HideIcon, ReportIcon, ShowIcon } from '#ui/icons.ts';
import { RowMenuPopup } from '#ui/overlays/row-menu-popup.tsx';
import type { RowMenuPopupState } from '#ui/overlays/row-menu.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { BlockDialog } from '../blocks/block-dialog.tsx';
import { useAct } from '../data/use-act.ts';
import { AnswerSheet } from './answer-sheet.tsx';
import type { CommentMenuProps } from './comment-menu.tsx';
import { ReportComment } from './report-comment.tsx';

export interface CommentActionsProps extends CommentMenuProps, RowMenuPopupState {}

/** The list of a comment's menu with its sheets; loaded when the first menu opens. */
export function CommentActions({ comment, owner, ...menu }: CommentActionsProps) {
  const act = useAct();
  const [opened, setOpened] = useState<'answer' | 'report' | 'block'>();
  const [round, setRound] = useState(0);
  const named = { publishedContentId: comment.content.id, commentId: comment.id };
  const open = (sheet: 'answer' | 'report' | 'block') => {
    setOpened(sheet);
    setRound((n) => n + 1);
  };
  const close = () => setOpened(undefined);
  const report = {
    label: comment.isReported ? commentsText.reported : commentsText.report,
    icon: <ReportIcon />,
    disabled: comment.isReported,
    onSelect: () => open('report'),
  };
  const block = {
    label: blocksText.blockName(comment.name),
    icon: <BlockIcon />,
    danger: true,
    onSelect: () => open('block'),
  };
  const hide = async (scope: Scope) => {
    await act(hideComment, { ...named, isHidden: !comment.isHidden }, { scope });
    showToast({ text: comment.isHidden ? commentsText.shownToast : commentsText.hiddenToast, kind: 'success' });
  };
  const itemsOfOwner = (scope: Scope) => [
    {
      label: comment.answer ? commentsText.editAnswer : commentsText.answer,
      icon: comment.answer ? <EditIcon /> : <AnswerIcon />,
      onSelect: () => open('answer'),
    },
    ...(comment.answer
      ? [
          {
            label: commentsText.deleteAnswer,
            icon: <DeleteIcon />,
            onSelect: () => void act(deleteAnswer, named, { scope }),
          },
        ]
      : []),
    // What an operator hid stays hidden whatever the Creator does.
    ...(comment.isRemoved
      ? []
      : [
          {
            label: comment.isHidden ? commentsText.show : commentsText.hide,
            icon: comment.isHidden ? <ShowIcon /> : <HideIcon />,
            onSelect: () => void hide(scope),
          },
        ]),
  ];
  return (
    <>
      <RowMenuPopup {...menu} items={[...(owner ? itemsOfOwner(owner) : []), report, block]} />
      {owner && (
        <AnswerSheet
          key={`answer ${round}`}
          open={opened === 'answer'}
          onClose={close}
          comment={comment}
          scope={owner}
        />
      )}
      <ReportComment key={`report ${round}`} open={opened === 'report'} onClose={close} comment={comment} />
      <BlockDialog open={opened === 'block'} onClose={close} person={comment} />
    </>
  );
}

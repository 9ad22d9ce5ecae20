import { useId } from 'react';
import * as v from 'valibot';
import { answerComment } from '#contract/comments.ts';
import type { Scope } from '#contract/ids.ts';
import { COMMENT_MAX } from '#contract/limits.ts';
import { text } from '#contract/patterns.ts';
import { commentsText } from '#contract/text/comments.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useAct } from '../data/use-act.ts';
import { useContractForm } from '../forms/use-contract-form.ts';
import type { ListedComment } from './comment-rows.tsx';

const Answer = v.object({ answer: text(1, COMMENT_MAX) });

interface AnswerSheetProps {
  open: boolean;
  onClose: () => void;
  comment: ListedComment;
  scope: Scope;
}

/** Writes or changes the one answer to a comment. Give it a new `key` for each opening. */
export function AnswerSheet({ open, onClose, comment, scope }: AnswerSheetProps) {
  const form = useId();
  const act = useAct();
  const { register, errors, submit } = useContractForm({
    schema: Answer,
    values: { answer: comment.answer?.text ?? '' },
    mode: 'onSubmit',
    send: async ({ answer }) => {
      await act(answerComment, { publishedContentId: comment.content.id, commentId: comment.id, answer }, { scope });
      onClose();
    },
  });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={commentsText.answerTitle(comment.name)}
      description={comment.comment}
      footer={
        <Button type="submit" form={form} block>
          {commentsText.saveAnswer}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        <TextArea
          label={commentsText.answerLabel}
          maxLength={COMMENT_MAX}
          rows={3}
          error={errors.answer?.message}
          {...register('answer')}
        />
      </form>
    </Sheet>
  );
}

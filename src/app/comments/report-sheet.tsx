import { useId } from 'react';
import * as v from 'valibot';
import { REPORT_REASONS, reportComment } from '#contract/comments.ts';
import { COMMENT_MAX } from '#contract/limits.ts';
import { text } from '#contract/patterns.ts';
import { commentsText, reportReasons } from '#contract/text/comments.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useMe } from '../data/me.ts';
import { useAct } from '../data/use-act.ts';
import { useContractForm } from '../forms/use-contract-form.ts';
import type { ListedComment } from './comment-rows.tsx';

const Report = v.object({ reason: v.picklist(REPORT_REASONS, commentsText.chooseReason), note: text(0, COMMENT_MAX) });

interface ReportSheetProps {
  open: boolean;
  onClose: () => void;
  comment: ListedComment;
}

/** Reports a comment to the operator, with a reason. Give it a new `key` for each opening. */
export function ReportSheet({ open, onClose, comment }: ReportSheetProps) {
  const form = useId();
  const act = useAct();
  const me = useMe();
  const { register, errors, submit } = useContractForm({
    schema: Report,
    values: { reason: '' as never, note: '' },
    mode: 'onSubmit',
    send: async ({ reason, note }) => {
      // Anybody reports as the person that they are, in every role.
      await act(
        reportComment,
        { publishedContentId: comment.content.id, commentId: comment.id, reason, text: note },
        me && { scope: me.scope },
      );
      onClose();
      showToast({ text: commentsText.reportedToast, kind: 'success' });
    },
  });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={commentsText.reportTitle}
      footer={
        <Button type="submit" form={form} block>
          {commentsText.sendReport}
        </Button>
      }
    >
      <form id={form} className="comment__form" noValidate onSubmit={(event) => void submit(event)}>
        <RadioGroup label={commentsText.reportReason} error={errors.reason?.message}>
          {REPORT_REASONS.map((reason) => (
            <RadioRow key={reason} label={reportReasons[reason]} value={reason} {...register('reason')} />
          ))}
        </RadioGroup>
        <TextArea
          label={commentsText.reportNote}
          optional
          rows={2}
          maxLength={COMMENT_MAX}
          error={errors.note?.message}
          {...register('note')}
        />
      </form>
    </Sheet>
  );
}

import { useId } from 'react';
import * as v from 'valibot';
import { REPORT_TEXT_MAX } from '#contract/limits.ts';
import { text } from '#contract/patterns.ts';
import { commentsText } from '#contract/text/comments.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useContractForm } from '../forms/use-contract-form.ts';

export interface ReportSheetProps<Reason extends string> {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The reasons to choose from, with their words. */
  reasons: Readonly<Record<Reason, string>>;
  /** Said once the report is stored on this device. */
  thanks: string;
  /** Queues the report. */
  send: (report: { reason: Reason; text: string }) => Promise<unknown>;
}

/** Reports something to the operator, with a reason. Give it a new `key` for each opening. Source: decision 0122. */
export function ReportSheet<Reason extends string>(props: ReportSheetProps<Reason>) {
  const { open, onClose, title, reasons, thanks, send } = props;
  const form = useId();
  const words = Object.entries(reasons) as [Reason, string][];
  const { register, errors, submit } = useContractForm({
    schema: v.object({
      reason: v.picklist(
        words.map(([reason]) => reason as string),
        commentsText.chooseReason,
      ),
      note: text(0, REPORT_TEXT_MAX),
    }),
    values: { reason: '', note: '' },
    mode: 'onSubmit',
    send: async ({ reason, note }) => {
      await send({ reason: reason as Reason, text: note });
      onClose();
      showToast({ text: thanks, kind: 'success' });
    },
  });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <Button type="submit" form={form} block>
          {commentsText.sendReport}
        </Button>
      }
    >
      <form id={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <RadioGroup label={commentsText.reportReason} error={errors.reason?.message}>
          {words.map(([reason, label]) => (
            <RadioRow key={reason} label={label} value={reason} {...register('reason')} />
          ))}
        </RadioGroup>
        <TextArea
          label={commentsText.reportNote}
          optional
          rows={2}
          maxLength={REPORT_TEXT_MAX}
          error={errors.note?.message}
          {...register('note')}
        />
      </form>
    </Sheet>
  );
}

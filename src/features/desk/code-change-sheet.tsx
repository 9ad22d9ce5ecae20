import { useState } from 'react';
import { setAffiliateCode, setPromotionalCode, type CodeOfDesk } from '#contract/desk.ts';
import { deskCodesText as text } from '#contract/text/desk-codes.ts';
import { Field } from '#ui/forms/field.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { Note } from '#ui/states/note.tsx';
import { CallError } from '#store/api.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useLive } from '#app/data/use-live.ts';
import { useKeptDraft } from '#app/forms/use-kept-draft.ts';
import { ActSheet } from './act-sheet.tsx';
import { orNull, wholeOf, wholeProblem } from './code-fields.ts';
import { useKeyOf } from './use-key-of.ts';

export type CodeAct = keyof typeof text.acts;

interface CodeChangeSheetProps {
  /** As the list shows it now. */
  code: CodeOfDesk;
  act: CodeAct;
  open: boolean;
  onClose: () => void;
  reload: () => void;
}

interface Draft {
  maximum: string;
  end: string;
  /** The limits in words when the operator began. */
  was: string;
}

const limitsInWords = (code: CodeOfDesk): string => {
  const { isPaused, status, maximumQuantityOfCodes, expiryDate } = code;
  const state = isPaused ? text.states.paused : text.states.active;
  return text.limits({
    state: status === 'Deleted' ? text.states.deleted : state,
    maximumQuantityOfCodes,
    expiryDate,
  });
};

/** Asks for the reason of a change of a code, and for its new limits. All that is typed is kept on the device until it is saved. */
export function CodeChangeSheet(props: CodeChangeSheetProps) {
  const { code, act } = props;
  const key = `desk-code-${act}-${code.id}`;
  const stored = useLive(async (db) => ((await db.drafts.get(key))?.value as Draft | undefined) ?? null, [key]);
  if (stored === undefined) return null;
  const begun = {
    maximum: code.maximumQuantityOfCodes === null ? '' : String(code.maximumQuantityOfCodes),
    end: code.expiryDate ?? '',
    was: limitsInWords(code),
  };
  return <Asked key={key} {...props} draftKey={key} initial={stored ?? begun} />;
}

interface AskedProps extends CodeChangeSheetProps {
  draftKey: string;
  initial: Draft;
}

function Asked({ code, act, open, onClose, reload, draftKey, initial }: AskedProps) {
  const { draft, change, forget } = useKeptDraft(draftKey, initial);
  const [refused, setRefused] = useState<{ field: string; message: string }>();
  const save = useSave();
  const { codeValue, isPaused, maximumQuantityOfCodes, expiryDate } = code;
  const limits = act === 'limits' ? { maximum: wholeOf(draft.maximum) ?? null, end: orNull(draft.end) } : undefined;
  const isChanged = limits && (limits.maximum !== maximumQuantityOfCodes || limits.end !== expiryDate);
  const { title, button, help, done } = text.acts[act];
  const now = limitsInWords(code);
  const edit = (field: string, fields: Partial<Draft>) => {
    if (refused?.field === field) setRefused(undefined);
    change(fields);
  };
  const errorOf = (field: string) => (refused?.field === field ? refused.message : undefined);
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={title(codeValue)}
      label={button}
      isDanger={act === 'delete'}
      draftKey={`${draftKey}-reason`}
      isReady={!limits || (isChanged && !wholeProblem(draft.maximum))}
      act={async (reason) => {
        setRefused(undefined);
        try {
          await save(
            code,
            {
              isPaused: act === 'pause' || (act !== 'activate' && isPaused),
              isDeleted: act === 'delete',
              maximumQuantityOfCodes: limits ? limits.maximum : maximumQuantityOfCodes,
              expiryDate: limits ? limits.end : expiryDate,
            },
            reason,
          );
        } catch (error) {
          if (error instanceof CallError && error.field) setRefused({ field: error.field, message: error.message });
          // Another operator may have changed it: the sheet shows that beside the refusal.
          reload();
          throw error;
        }
        await forget();
      }}
      onDone={() => {
        showToast({ text: done(codeValue), kind: 'success' });
        reload();
      }}
    >
      <p>{help}</p>
      {draft.was !== now && (
        <Note tone="warn" role="status">
          {text.meanwhile(now)}
        </Note>
      )}
      {limits && (
        <>
          {code.discountAmountValue > 0 && (
            <Field
              label={text.maximum}
              help={text.maximumFrom(code.used)}
              error={wholeProblem(draft.maximum) ?? errorOf('maximumQuantityOfCodes')}
              inputMode="numeric"
              autoComplete="off"
              value={draft.maximum}
              onChange={(event) => edit('maximumQuantityOfCodes', { maximum: event.target.value })}
            />
          )}
          <Field
            label={text.end}
            help={text.endHelp}
            error={errorOf('expiryDate')}
            type="date"
            value={draft.end}
            onChange={(event) => edit('expiryDate', { end: event.target.value })}
          />
        </>
      )}
    </ActSheet>
  );
}

interface Next {
  isPaused: boolean;
  isDeleted: boolean;
  maximumQuantityOfCodes: number | null;
  expiryDate: string | null;
}

/** Saves over the code as the sheet shows it. */
const useSave = () => {
  const { userId } = useAccount();
  const call = useOnlineCall();
  const keyOf = useKeyOf();
  return async (code: CodeOfDesk, next: Next, reason: string): Promise<void> => {
    const { id, isPaused, maximumQuantityOfCodes, expiryDate } = code;
    const input = { id, ...next, was: { isPaused, maximumQuantityOfCodes, expiryDate }, reason };
    const options = { scope: `user:${userId}`, key: keyOf(input) } as const;
    await call(code.kind === 'affiliate' ? setAffiliateCode : setPromotionalCode, input, options);
  };
};

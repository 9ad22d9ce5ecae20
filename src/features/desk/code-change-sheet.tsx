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

interface Next {
  isPaused: boolean;
  isDeleted: boolean;
  maximumQuantityOfCodes: number | null;
  expiryDate: string | null;
}

/** What an act makes of a code: the limits that were typed only if they are what it changes. */
const nextOf = ({ isPaused, maximumQuantityOfCodes, expiryDate }: CodeOfDesk, act: CodeAct, draft: Draft): Next => ({
  isPaused: act === 'pause' || (act !== 'activate' && isPaused),
  isDeleted: act === 'delete',
  maximumQuantityOfCodes: act === 'limits' ? (wholeOf(draft.maximum) ?? null) : maximumQuantityOfCodes,
  expiryDate: act === 'limits' ? orNull(draft.end) : expiryDate,
});

/** Whether there is something to save. */
const isReady = (code: CodeOfDesk, act: CodeAct, draft: Draft): boolean => {
  if (act !== 'limits') return true;
  const { maximumQuantityOfCodes, expiryDate } = nextOf(code, act, draft);
  const isChanged = maximumQuantityOfCodes !== code.maximumQuantityOfCodes || expiryDate !== code.expiryDate;
  return isChanged && !wholeProblem(draft.maximum);
};

function Asked({ code, act, open, onClose, reload, draftKey, initial }: AskedProps) {
  const { draft, change, forget } = useKeptDraft(draftKey, initial);
  const [refused, setRefused] = useState<Refused>();
  const save = useSave();
  const { codeValue } = code;
  const { title, button, help, done } = text.acts[act];
  const now = limitsInWords(code);
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={title(codeValue)}
      label={button}
      isDanger={act === 'delete'}
      draftKey={`${draftKey}-reason`}
      isReady={isReady(code, act, draft)}
      act={async (reason) => {
        setRefused(undefined);
        try {
          await save(code, nextOf(code, act, draft), reason);
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
      {act === 'limits' && (
        <LimitFields
          code={code}
          draft={draft}
          refused={refused}
          edit={(field, fields) => {
            if (refused?.field === field) setRefused(undefined);
            change(fields);
          }}
        />
      )}
    </ActSheet>
  );
}

/** Why the server refused a field, by its name there. */
interface Refused {
  field: string;
  message: string;
}

interface LimitFieldsProps {
  code: CodeOfDesk;
  draft: Draft;
  refused: Refused | undefined;
  /** Changes what the server calls `field`. */
  edit: (field: string, fields: Partial<Draft>) => void;
}

/** What a maximum counts is discounts: a code without one has no maximum. */
function LimitFields({ code: { discountAmountValue, used }, draft, refused, edit }: LimitFieldsProps) {
  const errorOf = (field: string) => (refused?.field === field ? refused.message : undefined);
  return (
    <>
      {discountAmountValue > 0 && (
        <Field
          label={text.maximum}
          help={text.maximumFrom(used)}
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
  );
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

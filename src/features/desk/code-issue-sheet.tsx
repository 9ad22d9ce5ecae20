import { useState, type ReactNode } from 'react';
import {
  CODE_MONTHS_MAX,
  CODE_NAME_MAX,
  issueAffiliateCode,
  issuePromotionalCode,
  listDeskSports,
  type CodeOfDesk,
  type listDeskCodes,
} from '#contract/desk.ts';
import type { OutputOf } from '#contract/call.ts';
import { deskCodesText as text } from '#contract/text/desk-codes.ts';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { CallError } from '#store/api.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useLive } from '#app/data/use-live.ts';
import { useDesk } from '#app/desk/use-desk.ts';
import { useKeptDraft } from '#app/forms/use-kept-draft.ts';
import { ActSheet } from './act-sheet.tsx';
import { codeProblem, moneyProblem, orNull, wholeOf, wholeProblem, worthOf } from './code-fields.ts';
import { useKeyOf } from './use-key-of.ts';

type Kind = CodeOfDesk['kind'];
type Unit = 'currency' | 'percent';
type Most = OutputOf<typeof listDeskCodes>['most'];

interface CodeIssueSheetProps {
  kind: Kind;
  most: Most;
  open: boolean;
  onClose: () => void;
  reload: () => void;
}

/** A new code as it is typed. */
interface Draft {
  creator: string;
  name: string;
  code: string;
  discountUnit: Unit | 'none';
  discount: string;
  feeUnit: Unit;
  fee: string;
  months: string;
  sports: string[];
  maximum: string;
  start: string;
  end: string;
}
const begin = (kind: Kind): Draft => ({
  creator: '',
  name: '',
  code: '',
  discountUnit: kind === 'affiliate' ? 'none' : 'percent',
  discount: '',
  feeUnit: 'percent',
  fee: '',
  months: '',
  sports: [],
  maximum: '',
  start: '',
  end: '',
});

/** Asks for all that a new code is, and for the reason. What is typed is kept on the device until the code is issued. */
export function CodeIssueSheet(props: CodeIssueSheetProps) {
  const { kind } = props;
  const key = `desk-code-issue-${kind}`;
  const stored = useLive(async (db) => ((await db.drafts.get(key))?.value as Draft | undefined) ?? null, [key]);
  return stored !== undefined && <Asked key={key} {...props} draftKey={key} initial={stored ?? begin(kind)} />;
}

interface Form {
  draft: Draft;
  /** Changes a field, whose refusal is then over. */
  edit: (fields: Partial<Draft>, refused?: string) => void;
  /** Why the server refused a field, by its name there. */
  errorOf: (field: string) => string | undefined;
}

interface AskedProps extends CodeIssueSheetProps {
  draftKey: string;
  initial: Draft;
}

function Asked({ kind, most, open, onClose, reload, draftKey, initial }: AskedProps) {
  const { draft, change, forget } = useKeptDraft(draftKey, initial);
  const [refused, setRefused] = useState<{ field: string; message: string }>();
  const [issued, setIssued] = useState('');
  const issue = useIssue(kind);
  const form: Form = {
    draft,
    edit: (fields, field) => {
      if (field !== undefined && refused?.field === field) setRefused(undefined);
      change(fields);
    },
    errorOf: (field) => (refused?.field === field ? refused.message : undefined),
  };
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={kind === 'affiliate' ? text.issueAffiliate : text.issuePromotional}
      label={text.issueButton}
      draftKey={`${draftKey}-reason`}
      isReady={isWhole(kind, draft)}
      act={async (reason) => {
        setRefused(undefined);
        try {
          setIssued(await issue(draft, reason));
        } catch (error) {
          if (error instanceof CallError && error.field) setRefused({ field: error.field, message: error.message });
          throw error;
        }
        await forget();
      }}
      onDone={reload}
    >
      <p>{kind === 'affiliate' ? text.affiliateHelp : text.promotionalHelp}</p>
      {kind === 'affiliate' && <ForCreator form={form} most={most.fee} />}
      <Discount form={form} kind={kind} most={most.discount} />
      <Field
        label={text.duration}
        help={(kind === 'affiliate' ? text.durationOfFeeHelp : text.durationHelp)(CODE_MONTHS_MAX)}
        error={monthsProblem(draft.months) ?? form.errorOf('durationInMonths')}
        inputMode="numeric"
        autoComplete="off"
        value={draft.months}
        onChange={(event) => form.edit({ months: event.target.value }, 'durationInMonths')}
      />
      {kind === 'promotional' && <Sports form={form} />}
      <Field
        label={text.code}
        optional
        help={text.codeHelp}
        error={codeProblem(draft.code) ?? form.errorOf('code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={draft.code}
        onChange={(event) => form.edit({ code: event.target.value }, 'code')}
      />
      <Limits form={form} />
      <Issued code={issued} />
    </ActSheet>
  );
}

/** Says which code was issued, once. */
function Issued({ code }: { code: string }) {
  const [said, setSaid] = useState('');
  if (code !== said) {
    setSaid(code);
    queueMicrotask(() => showToast({ text: text.issuedToast(code), kind: 'success' }));
  }
  return null;
}

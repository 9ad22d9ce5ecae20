import { useRef, useState } from 'react';
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
  const issued = useRef('');
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
          issued.current = await issue(draft, reason);
        } catch (error) {
          if (error instanceof CallError && error.field) setRefused({ field: error.field, message: error.message });
          throw error;
        }
        await forget();
      }}
      onDone={() => {
        showToast({ text: text.issuedToast(issued.current), kind: 'success' });
        reload();
      }}
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
    </ActSheet>
  );
}

const monthsProblem = (typed: string): string | undefined =>
  (wholeOf(typed) ?? 0) > CODE_MONTHS_MAX ? text.durationHelp(CODE_MONTHS_MAX) : wholeProblem(typed);

const worthProblem = (unit: Unit, typed: string): string | undefined =>
  unit === 'percent' ? wholeProblem(typed) : moneyProblem(typed);

/** Whether all that is needed was typed, and nothing of it is wrong. */
const isWhole = (kind: Kind, draft: Draft): boolean => {
  const { discountUnit, discount, feeUnit, fee, months, creator, name, code, maximum } = draft;
  const isFeeWhole = creator.trim().length > 1 && name.trim() !== '' && worthOf(feeUnit, fee) !== undefined;
  return (
    (kind === 'promotional' || isFeeWhole) &&
    (discountUnit === 'none' || (worthOf(discountUnit, discount) !== undefined && !wholeProblem(maximum))) &&
    wholeOf(months) !== undefined &&
    !monthsProblem(months) &&
    !codeProblem(code)
  );
};

/** Whose code it is, and what the Creator earns by it. */
function ForCreator({ form: { draft, edit, errorOf }, most }: { form: Form; most: Most['fee'] }) {
  return (
    <>
      <Field
        label={text.creatorField}
        error={errorOf('creator')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={320}
        value={draft.creator}
        onChange={(event) => edit({ creator: event.target.value }, 'creator')}
      />
      <Field
        label={text.name}
        help={text.nameHelp}
        error={errorOf('name')}
        autoComplete="off"
        maxLength={CODE_NAME_MAX}
        value={draft.name}
        onChange={(event) => edit({ name: event.target.value }, 'name')}
      />
      <Worth
        label={text.feeUnit}
        units={['percent', 'currency']}
        unit={draft.feeUnit}
        onUnit={(feeUnit) => edit({ feeUnit, fee: '' }, 'customerMarketingFeeValue')}
        labels={{ percent: text.feePercent, currency: text.feeCurrency }}
        most={most}
        typed={draft.fee}
        onTyped={(fee) => edit({ fee }, 'customerMarketingFeeValue')}
        error={errorOf('customerMarketingFeeValue')}
      />
    </>
  );
}

/** What a member pays less. An affiliate code may give members nothing. */
function Discount({ form: { draft, edit, errorOf }, kind, most }: { form: Form; kind: Kind; most: Most['discount'] }) {
  return (
    <Worth
      label={text.discountUnit}
      units={kind === 'affiliate' ? ['none', 'percent', 'currency'] : ['percent', 'currency']}
      unit={draft.discountUnit}
      onUnit={(discountUnit) => edit({ discountUnit, discount: '' }, 'discountAmountValue')}
      labels={{ percent: text.discountPercent, currency: text.discountCurrency }}
      most={most}
      typed={draft.discount}
      onTyped={(discount) => edit({ discount }, 'discountAmountValue')}
      error={errorOf('discountAmountValue')}
    />
  );
}

interface WorthProps<U extends Unit | 'none'> {
  label: string;
  units: readonly U[];
  unit: U;
  onUnit: (unit: U) => void;
  labels: Readonly<Record<Unit, string>>;
  most: Readonly<Record<Unit, number>>;
  typed: string;
  onTyped: (typed: string) => void;
  error: string | undefined;
}

function Worth<U extends Unit | 'none'>(props: WorthProps<U>) {
  const { label, units, unit, onUnit, labels, most, typed, onTyped, error } = props;
  const inUnit: Unit | 'none' = unit;
  return (
    <div className="stack-s">
      <p className="t-label" aria-hidden="true">
        {label}
      </p>
      <Segmented
        label={label}
        options={units.map((value) => ({ value, label: text.units[value] }))}
        value={unit}
        onChange={onUnit}
      />
      {inUnit !== 'none' && (
        <Field
          label={labels[inUnit]}
          help={text.most(inUnit, most[inUnit])}
          error={worthProblem(inUnit, typed) ?? error}
          prefix={inUnit === 'currency' ? '$' : undefined}
          inputMode={inUnit === 'currency' ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
        />
      )}
    </div>
  );
}

const ALL_SPORTS = [{ limit: 100 }];

function Sports({ form: { draft, edit } }: { form: Form }) {
  const { answers, error } = useDesk(listDeskSports, ALL_SPORTS);
  const options = answers?.[0]?.results.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <section className="stack-s">
      <h3 className="t-label">{text.sports}</h3>
      {options && (
        <ChipFilter
          label={text.sports}
          wrap
          value={draft.sports}
          onChange={(sports) => edit({ sports })}
          options={options}
        />
      )}
      <p className="t-small t-2">{options || !error ? text.sportsHelp : text.sportsFailed}</p>
    </section>
  );
}

/** How often and when it counts. What a maximum counts is discounts: without one it is not asked for. */
function Limits({ form: { draft, edit, errorOf } }: { form: Form }) {
  return (
    <>
      {draft.discountUnit !== 'none' && (
        <Field
          label={text.maximum}
          optional
          help={text.maximumHelp}
          error={wholeProblem(draft.maximum) ?? errorOf('maximumQuantityOfCodes')}
          inputMode="numeric"
          autoComplete="off"
          value={draft.maximum}
          onChange={(event) => edit({ maximum: event.target.value }, 'maximumQuantityOfCodes')}
        />
      )}
      <Field
        label={text.start}
        optional
        help={text.startHelp}
        error={errorOf('startDate')}
        type="date"
        value={draft.start}
        onChange={(event) => edit({ start: event.target.value }, 'startDate')}
      />
      <Field
        label={text.end}
        optional
        help={text.endHelp}
        error={errorOf('expiryDate')}
        type="date"
        value={draft.end}
        onChange={(event) => edit({ end: event.target.value }, 'expiryDate')}
      />
    </>
  );
}

/** Issues a code that is whole. @returns The code. */
const useIssue = (kind: Kind) => {
  const { userId } = useAccount();
  const call = useOnlineCall();
  const keyOf = useKeyOf();
  return async (draft: Draft, reason: string): Promise<string> => {
    const { discountUnit, discount, feeUnit, fee } = draft;
    const common = {
      ...(draft.code.trim() !== '' && { code: draft.code }),
      durationInMonths: wholeOf(draft.months)!,
      maximumQuantityOfCodes: discountUnit === 'none' ? null : (wholeOf(draft.maximum) ?? null),
      startDate: orNull(draft.start),
      expiryDate: orNull(draft.end),
      reason,
    };
    const worth =
      discountUnit === 'none'
        ? undefined
        : { discountAmountUnit: discountUnit, discountAmountValue: worthOf(discountUnit, discount)! };
    if (kind === 'promotional') {
      const input = { ...common, ...worth!, sports: draft.sports };
      return (await call(issuePromotionalCode, input, { scope: `user:${userId}`, key: keyOf(input) })).codeValue;
    }
    const input = {
      ...common,
      ...worth,
      creator: draft.creator,
      name: draft.name,
      customerMarketingFeeUnit: feeUnit,
      customerMarketingFeeValue: worthOf(feeUnit, fee)!,
    };
    return (await call(issueAffiliateCode, input, { scope: `user:${userId}`, key: keyOf(input) })).codeValue;
  };
};

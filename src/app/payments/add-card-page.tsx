import { useCallback, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { createSetupIntent, finishSetup, type PaymentMethod } from '#contract/payments.ts';
import { BILLING_MAX, BillingForm, type Billing, type BillingValues } from '#contract/payments-billing.ts';
import { COUNTRY_CODES } from '#contract/country-codes.ts';
import { paymentsText } from '#contract/text/payments.ts';
import { CallError, isProblem } from '#store/api.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Note } from '#ui/states/note.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Select } from '#ui/forms/select.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '../data/account.ts';
import { useMe } from '../data/me.ts';
import { failureText, useOnlineCall } from '../data/use-act.ts';
import { useContractForm, type ContractFormView } from '../forms/use-contract-form.ts';
import { WizardPage } from '../frame/wizard-page.tsx';
import { CardFields } from './card-fields.tsx';
import { cardName } from './card-name.ts';
import { holderOf, type CardHandle } from './card-port.ts';
import { refreshCardsSoon } from './payment-data.ts';
import type { ProviderConfig } from './use-bank.tsx';
import './payments.css';

const { form: text } = paymentsText;
type BillingFormView = ContractFormView<BillingValues, Billing>;
const COUNTRIES = COUNTRY_CODES.map(({ id, name }) => ({ value: id, label: name }));

export interface AddCardPageProps {
  config: ProviderConfig;
  /** The card that the new one replaces. Source: D-188. */
  replaces?: PaymentMethod | undefined;
  /** The preferred card, whose address can be taken. */
  preferred: PaymentMethod | undefined;
  /** Title of the bar. */
  header: string;
  onBack: () => void;
  onAdded: (card: PaymentMethod) => void;
}

/** What a failure at the provider means to the person. Source: SUB-096. */
const cardFailure = (error: unknown): string =>
  isProblem(error, 'payment.provider') || isProblem(error, 'payment.unavailable')
    ? text.providerFailed
    : failureText(error, text.failed);

/**
 * Adds a card: the setup is begun, the provider (and the bank, if it wants) confirms it, then the server keeps it.
 * Source: SUB-052, SUB-053, SUB-032, SUB-058…SUB-069, SUB-096…SUB-098.
 */
export function AddCardPage({ config, replaces, preferred, header, onBack, onAdded }: AddCardPageProps) {
  const card = useRef<CardHandle>(null);
  const isComplete = useRef(false);
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const account = useAccount();
  const keep = useKeeping(replaces?.id);
  const hasAddress = Boolean(preferred?.billingDetailsAddress);
  const me = useMe();
  const form = useContractForm({
    schema: BillingForm,
    values: initialValues(me, hasAddress, !preferred || preferred.id === replaces?.id),
    send: async (billing) => {
      if (!card.current) throw refusal(text.notLoaded);
      if (!isComplete.current) throw refusal(text.incomplete);
      const { paymentMethod, isPreferred } = await keep(card.current, billing);
      refreshCardsSoon(account);
      const isSplit = billing.makePreferredWayToPay && !isPreferred;
      showToast(isSplit ? { text: text.addedNotPreferred, kind: 'failure' } : { text: text.added, kind: 'success' });
      onAdded(paymentMethod);
    },
    failure: text.failed,
  });
  const submit = async () => {
    // First, so that both halves say at once what is missing.
    isComplete.current = (await card.current?.check()) ?? false;
    await form.submit();
  };
  const title = replaces ? text.updateTitle(cardName(replaces)) : text.addTitle;
  return (
    <WizardPage
      header={header}
      heading={title}
      lead={replaces && <p>{text.updateHelp}</p>}
      barBack={onBack}
      onNext={() => void submit()}
      next={{
        label: text.save,
        busy: form.isSending && text.saving,
        disabled: !isReady,
        help: text.loading,
        offlineHelp: paymentsText.offline,
      }}
    >
      <div className="stack card-form">
        <CardFields ref={card} config={config} onReady={onReady} />
        <HolderFields form={form} hasAddress={hasAddress} />
        <Checkbox label={text.makePreferred} {...form.register('makePreferredWayToPay')} />
        {form.problem && (
          <Note tone="danger" role="alert">
            {form.problem}
          </Note>
        )}
      </div>
    </WizardPage>
  );
}

const initialValues = (
  me: { firstName: string; lastName: string } | undefined,
  usePreviousAddress: boolean,
  makePreferredWayToPay: boolean,
): BillingValues => ({
  firstName: me?.firstName ?? '',
  lastName: me?.lastName ?? '',
  country: '',
  state: '',
  city: '',
  street: '',
  building: '',
  apartmentNo: '',
  postalCode: '',
  usePreviousAddress,
  makePreferredWayToPay,
});

/** The calls around the provider. A setup that the provider has confirmed is not begun again if the last answer is lost. */
const useKeeping = (replacesId: string | undefined) => {
  const call = useOnlineCall();
  const confirmed = useRef<string>(undefined);
  return async (card: CardHandle, billing: Billing) => {
    const { makePreferredWayToPay, usePreviousAddress } = billing;
    try {
      if (!confirmed.current) {
        const begin = replacesId === undefined ? {} : { updatePaymentMethodId: replacesId };
        const { clientSecret } = await call(createSetupIntent, begin);
        const { status, message } = await card.confirm(clientSecret, holderOf(billing));
        if (status === 'failed') throw refusal(message ?? text.failed);
        confirmed.current = clientSecret;
      }
      const kept = await call(finishSetup, {
        clientSecret: confirmed.current,
        makePreferredWayToPay,
        usePreviousAddress,
      });
      confirmed.current = undefined;
      return kept;
    } catch (error) {
      if (isProblem(error, 'payment.setup_unfinished')) confirmed.current = undefined;
      throw error instanceof CallError ? refusal(cardFailure(error)) : error;
    }
  };
};

/** A failure with a sentence for the person. */
const refusal = (message: string): CallError => new CallError('refused', { status: 402, message });

/** Name and billing address. Source: SUB-032. */
function HolderFields({ form, hasAddress }: { form: BillingFormView; hasAddress: boolean }) {
  'use no memo'; // The form is one mutable object: memoized reads of it would keep old errors.

  const { register, errors, control } = form;
  const field = (name: keyof typeof BILLING_MAX) => ({
    label: text[name],
    maxLength: BILLING_MAX[name],
    error: errors[name]?.message,
    ...register(name),
  });
  const [usesPrevious, country] = useWatch({ control, name: ['usePreviousAddress', 'country'] });
  return (
    <>
      <SectionHeading>{text.holder}</SectionHeading>
      <div className="card-form__pair">
        <Field autoComplete="cc-given-name" {...field('firstName')} />
        <Field autoComplete="cc-family-name" {...field('lastName')} />
      </div>
      <SectionHeading>{text.address}</SectionHeading>
      {hasAddress && <Checkbox label={text.usePrevious} {...register('usePreviousAddress')} />}
      {!usesPrevious && (
        <>
          <Select
            label={text.country}
            searchable
            options={COUNTRIES}
            value={country || null}
            onChange={(chosen) => form.change('country', chosen)}
            error={errors.country?.message}
          />
          <Field autoComplete="billing address-level1" {...field('state')} />
          <Field autoComplete="billing address-level2" {...field('city')} />
          <Field autoComplete="billing address-line1" {...field('street')} />
          <div className="card-form__pair">
            <Field optional autoComplete="billing address-line2" {...field('building')} />
            <Field optional autoComplete="billing address-line3" {...field('apartmentNo')} />
          </div>
          <Field autoComplete="billing postal-code" {...field('postalCode')} />
        </>
      )}
    </>
  );
}

import { useWatch } from 'react-hook-form';
import { useNavigate } from '@tanstack/react-router';
import { AffiliateCodeInput } from '#contract/forms.ts';
import { applyAffiliateCode } from '#contract/invites.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { Field } from '#ui/forms/field.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import type { FlowType } from '#app/navigation/flow-type.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { OnboardingPage } from './onboarding-page.tsx';
import { patchDraft } from './registration-draft.ts';
import { useKeptCode } from './use-kept-code.ts';

const { affiliate: text, applied, next, somethingWrong } = onboardingText;

/** Asks for a Creator's affiliate code, which is optional. A refusal is shown under the field. Source: INV-006…INV-008, INV-054. */
export function AffiliateCodePage({ flowType }: { flowType: FlowType }) {
  const { db } = useAccount();
  const navigate = useNavigate();
  const call = useOnlineCall();
  const toSports = () => navigate({ to: '/$flowType/choose-your-sport', params: { flowType } });
  const { register, control, setValue, errors, isSending, submit } = useContractForm({
    schema: AffiliateCodeInput,
    values: { code: '' },
    mode: 'onSubmit',
    failure: somethingWrong,
    failureField: 'code',
    send: async ({ code }) => {
      const { sender } = await call(applyAffiliateCode, { code });
      await patchDraft(db, { flowType, affiliateCode: code });
      showToast({ text: text.applied(sender), kind: 'success' });
      await toSports();
    },
  });
  const entered = useWatch({ control, name: 'code' });
  const isEmpty = entered.trim() === '';
  useKeptCode('affiliate', entered, (code) => setValue('code', code));
  const withoutLabel = flowType === 'learner' ? next : applied.begin;
  return (
    <OnboardingPage
      heading={text.heading}
      onBack={() => void navigate({ to: '/$flowType/invite-code', params: { flowType }, search: { next: 1 } })}
      onNext={() => void (isEmpty ? toSports() : submit())}
      next={{ label: isEmpty ? withoutLabel : text.submit, busy: isSending && text.checking }}
    >
      <Field
        label={text.label}
        optional
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        help={text.help}
        error={errors.code?.message}
        {...register('code')}
      />
    </OnboardingPage>
  );
}

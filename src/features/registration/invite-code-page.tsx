import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import { InvitationCode } from '#contract/forms.ts';
import { applyAffiliateCode, checkInviteCode } from '#contract/invites.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { isProblem } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useContractForm } from '#app/forms/use-contract-form.ts';
import { readInvitedCode } from '#app/device/invited-code.ts';
import { OnboardingPage } from './onboarding-page.tsx';
import { patchDraft } from './registration-draft.ts';
import { useKeptCode } from './use-kept-code.ts';
import type { FlowType } from '#app/navigation/flow-type.ts';

const { invite: text, next, somethingWrong } = onboardingText;
const Invitation = v.object({ code: InvitationCode });

/** The form of one code; `isRefused` while the server's refusal is shown. */
const useInvitation = (flowType: FlowType) => {
  const navigate = useNavigate();
  const { db } = useAccount();
  const call = useOnlineCall();
  const [isRefused, setRefused] = useState(false);
  /** A code for a community was typed here, or its link was opened offline, where nothing said its kind. @returns False for neither. */
  const applyCommunityCode = async (code: string): Promise<boolean> => {
    try {
      const { sender } = await call(applyAffiliateCode, { code });
      await patchDraft(db, { flowType, affiliateCode: code });
      showToast({ text: onboardingText.affiliate.applied(sender), kind: 'success' });
      await navigate({ to: '/$flowType/choose-your-sport', params: { flowType } });
      return true;
    } catch (error) {
      if (!isProblem(error, 'affiliate.unknown_code')) throw error;
      return false;
    }
  };
  const form = useContractForm({
    schema: Invitation,
    values: { code: '' },
    mode: 'onSubmit',
    failure: somethingWrong,
    failureField: 'code',
    send: async ({ code }) => {
      try {
        const redeemed = await call(checkInviteCode, { recipientType: flowType, code });
        await patchDraft(db, { flowType, invitationCode: code });
        await navigate({ to: '/$flowType/invite-code-applied', params: { flowType }, state: { redeemed } });
      } catch (error) {
        if (!isProblem(error, 'invite.unknown_code')) throw error;
        if (!(await applyCommunityCode(code))) setRefused(true);
      }
    },
  });
  return { ...form, isRefused, setRefused };
};

const FIELD_ID = 'invite-code';

/**
 * Asks for a friend's invitation code. With `canSkip` (`?next=1`) it is optional; else leaving returns to the memberships.
 * Source: INV-001…INV-003, INV-029…INV-032, INV-052; D-258.
 */
export function InviteCodePage({ flowType, canSkip }: { flowType: FlowType; canSkip: boolean }) {
  const navigate = useNavigate();
  const { register, control, setValue, errors, isSending, submit, isRefused, setRefused } = useInvitation(flowType);
  const entered = useWatch({ control, name: 'code' });
  const typed = entered.trim();
  useKeptCode('invitation', entered, (code) => setValue('code', code));
  // Who came with the link of a community has its code there: without this step it would be lost (decision 0132).
  const toNext = () =>
    void navigate({
      to: readInvitedCode('affiliate') ? '/$flowType/affiliate-code' : '/$flowType/choose-your-sport',
      params: { flowType },
    });
  return (
    <OnboardingPage
      heading={text.heading}
      lead={canSkip && <p>{text.without}</p>}
      onBack={() =>
        void navigate({ to: flowType === 'educator' ? '/apply-to-become-an-educator' : '/choose-membership-type' })
      }
      onNext={() => (typed === '' ? toNext() : void submit())}
      next={{
        label: next,
        busy: isSending && text.checking,
        disabled: typed === '' && !canSkip,
        help: text.needCode,
      }}
    >
      <Field
        id={FIELD_ID}
        label={text.label}
        optional={canSkip}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        help={text.help}
        error={errors.code?.message}
        onPaste={(event) => {
          event.preventDefault();
          setValue('code', event.clipboardData.getData('text').replace(/\s/g, ''), { shouldDirty: true });
        }}
        {...register('code')}
      />
      <Button variant="ghost" size="m" href={`/${flowType}/affiliate-code`}>
        {text.affiliate}
      </Button>
      <LazyConfirmDialog
        open={isRefused}
        title={text.wrongTitle}
        description={text.wrong}
        cancelLabel={text.cancel}
        onCancel={() => setRefused(false)}
        confirmLabel={text.again}
        focusAfter={FIELD_ID}
        onConfirm={() => {
          setRefused(false);
          setValue('code', '');
        }}
      />
    </OnboardingPage>
  );
}

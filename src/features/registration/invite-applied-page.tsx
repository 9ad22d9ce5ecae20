import { useNavigate } from '@tanstack/react-router';
import type { OutputOf } from '#contract/call.ts';
import type { checkInviteCode } from '#contract/invites.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { Note } from '#ui/states/note.tsx';
import { OnboardingPage } from './onboarding-page.tsx';
import { formatMoney } from '#app/format/money.ts';
import type { FlowType } from '#app/navigation/flow-type.ts';

const { applied: text, next } = onboardingText;

export type Redeemed = OutputOf<typeof checkInviteCode>;

const amountText = ({ discountAmountUnit, discountAmountValue }: Redeemed['inviteProgram']): string =>
  discountAmountUnit === 'percent' ? `${discountAmountValue}%` : formatMoney(discountAmountValue);

/** A redeemed code: Next for a Member, Begin Application for a Creator. Source: INV-004, INV-005. */
export function InviteAppliedPage({ flowType, redeemed }: { flowType: FlowType; redeemed: Redeemed }) {
  const navigate = useNavigate();
  const { inviteProgram } = redeemed;
  return (
    <OnboardingPage
      heading={text.heading}
      lead={<p>{text.from(redeemed.sender)}</p>}
      onBack={() => void navigate({ to: '/$flowType/invite-code', params: { flowType }, search: { next: 1 } })}
      onNext={() => void navigate({ to: '/$flowType/choose-your-sport', params: { flowType } })}
      next={{ label: flowType === 'learner' ? next : text.begin, offline: true }}
    >
      <Note tone="success">
        <p className="t-strong">{inviteProgram.name}</p>
        {inviteProgram.discountAmountValue > 0 && (
          <p>{text.discount(amountText(inviteProgram), inviteProgram.durationInMonths)}</p>
        )}
      </Note>
    </OnboardingPage>
  );
}

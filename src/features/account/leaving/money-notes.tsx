import { useNavigate } from '@tanstack/react-router';
import { readPlans } from '#contract/storage.ts';
import { leavingText as text } from '#contract/text/account-leaving.ts';
import { readWallet } from '#contract/wallet.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { useMe } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { formatMoney } from '#app/format/money.ts';

/** What becomes of a Creator's own money when the account is deleted. Source: PRO-073, D-90. */
export function MoneyNotes() {
  const navigate = useNavigate();
  const isCreator = useMe()?.isEducator === true;
  const { answer: plans } = useAnswer(readPlans, {}, { isEnabled: isCreator });
  const { answer: wallet } = useAnswer(readWallet, {}, { isEnabled: isCreator });
  if (!isCreator) return null;
  const openRefund = () => {
    const period = plans?.plan.period ?? 'month';
    void navigate({ to: '/cancel-plan-refund', search: { planIndex: 0, period }, state: { deleteAccount: true } });
  };
  return (
    <>
      {wallet && wallet.walletAmount > 0 && (
        <Note
          tone="warn"
          action={
            <Button variant="tonal" size="m" href="/educator-wallet">
              {text.toWallet}
            </Button>
          }
        >
          {text.wallet(formatMoney(wallet.walletAmount))}
        </Note>
      )}
      {plans && plans.plan.index > 0 && (
        <Note
          action={
            <Button variant="tonal" size="m" onClick={openRefund}>
              {text.toRefund}
            </Button>
          }
        >
          {text.plan(plans.plan.name)}
        </Note>
      )}
    </>
  );
}

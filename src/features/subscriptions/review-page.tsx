import type { PaymentMethod } from '#contract/payments.ts';
import type { Sport } from '#contract/sports.ts';
import { readProductPrice } from '#contract/subscriptions.ts';
import { commonText } from '#contract/text/common.ts';
import { payText as text } from '#contract/text/subscriptions-pay.ts';
import { trueNowMs } from '#store/server-time.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { formatMoney } from '#app/format/money.ts';
import { WizardPage } from '#app/frame/wizard-page.tsx';
import { goBack } from '#app/navigation/back.ts';
import { paymentsText } from '#contract/text/payments.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Note } from '#ui/states/note.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { CardChoice } from '#app/payments/card-choice.tsx';
import { CodeField } from './code-field.tsx';
import { isChargedLater, priceLines, type PriceLine } from './price-lines.ts';
import { needsPayment } from './subscribe-form.ts';
import type { SubscribeContext, SubscribeEvent } from './subscribe.machine.ts';
import './review-page.css';

/** A price changes rarely. Source: D-326. */
const PRICE_FRESH = { freshMs: 24 * 3_600_000 };

export interface ReviewPageProps {
  sport: Sport;
  context: SubscribeContext;
  isQuoting: boolean;
  isChecking: boolean;
  isConfirming: boolean;
  /** Undefined while they are read. */
  cards: readonly PaymentMethod[] | undefined;
  takesCards: boolean;
  send: (event: SubscribeEvent) => void;
}

/** Amount, code, card, consent. Source: SUB-047…SUB-051. */
export function ReviewPage(props: ReviewPageProps) {
  const { sport, context, isQuoting, isConfirming, cards, takesCards, send } = props;
  const { preview, discount, problem } = context;
  const price = useAnswer(readProductPrice, { id: sport.id }, PRICE_FRESH);
  const pays = needsPayment(preview);
  const isTrial = preview?.trialSubscription === true;
  const monthly = preview?.monthlyAmount ?? price.answer?.amount;
  return (
    <WizardPage
      header={sport.name}
      heading={headingOf(sport, context, isTrial)}
      lead={monthly !== undefined && <p>{text.perMonth(formatMoney(monthly))}</p>}
      barBack={goBack}
      onNext={() => send({ type: 'confirm' })}
      next={{
        label: labelOf(context, pays),
        busy: isConfirming && (pays ? text.busy : text.starting),
        disabled: preview === null || isQuoting || (pays && !takesCards),
        help: pays && !takesCards ? paymentsText.none : undefined,
        offlineHelp: text.offline,
      }}
    >
      <div className="stack">
        {preview ? (
          <PriceList lines={priceLines(preview, discount, price.answer?.amount, trueNowMs())} isBusy={isQuoting} />
        ) : (
          <Skeleton shape="row" />
        )}
        <CodeField {...props} />
        {pays && takesCards && (
          <>
            <CardChoice
              cards={cards}
              chosenId={context.cardId}
              problem={problem?.place === 'card' ? problem.message : undefined}
              onChoose={(cardId) => send({ type: 'choose card', cardId })}
              onAdd={() => send({ type: 'add card' })}
            />
            {context.isDeclined && <Note tone="warn">{text.wayOn}</Note>}
            <Checkbox
              label={text.consent}
              checked={context.agrees}
              onChange={(event) => send({ type: 'agree', agrees: event.target.checked })}
              error={context.isConsentMissing ? commonText.required : undefined}
            />
          </>
        )}
        {problem?.place === 'form' && (
          <Note tone="danger" role="alert">
            {problem.message}
          </Note>
        )}
      </div>
    </WizardPage>
  );
}

const headingOf = ({ name }: Sport, { kind }: SubscribeContext, isTrial: boolean): string => {
  if (kind === 'upgrade') return text.upgradeHeading(name);
  return isTrial ? text.trialHeading(name) : text.heading(name);
};

const labelOf = ({ preview }: SubscribeContext, pays: boolean): string => {
  if (preview?.trialSubscription) return text.startTrial;
  return pays && preview && preview.total > 0 && !isChargedLater(preview)
    ? text.pay(formatMoney(preview.total))
    : text.subscribe;
};

function PriceList({ lines, isBusy }: { lines: readonly PriceLine[]; isBusy: boolean }) {
  return (
    <ul className="card price-list" aria-label={text.summary} aria-busy={isBusy}>
      {lines.map(({ label, amount, why, isTotal }) => (
        <li key={label} className={isTotal ? 'price-list__line price-list__line--total' : 'price-list__line'}>
          <span>{label}</span>
          <span className="num t-strong">{amount}</span>
          {why && <span className="price-list__why t-small t-2">{why}</span>}
        </li>
      ))}
    </ul>
  );
}

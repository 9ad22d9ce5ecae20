import { commonText } from '#contract/text/common.ts';
import { walletText as text } from '#contract/text/wallet.ts';
import { readCalculation, type RevenueCalculation, type Uncounted } from '#contract/wallet.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { formatMoney } from '#app/format/money.ts';
import { formatFullDay } from '#app/payments/billing-days.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LazySheet } from '#ui/overlays/lazy-overlays.tsx';

interface CalculationSheetProps {
  /** Undefined: closed. */
  day: string | undefined;
  onClose: () => void;
}

/** How the amounts of a day came about: what members paid, publications and views, and the own shares. Source: decision 0100. */
export function CalculationSheet({ day, onClose }: CalculationSheetProps) {
  return (
    <LazySheet
      open={day !== undefined}
      onClose={onClose}
      title={day === undefined ? '' : text.calculation(formatFullDay(day))}
      footer={
        <Button block onClick={onClose}>
          {commonText.close}
        </Button>
      }
    >
      {day !== undefined && <Calculation day={day} />}
    </LazySheet>
  );
}

function Calculation({ day }: { day: string }) {
  const calculation = useAnswer(readCalculation, { date: day }, { scope: useScope() });
  return (
    <AnswerView answered={calculation} shape="row" count={2}>
      {({ results }) =>
        results.length === 0 ? (
          <p>{text.noCalculation}</p>
        ) : (
          <div className="stack">
            {results.map((one) => (
              <ChannelDay key={`${one.channelId} ${one.sportName}`} calculation={one} />
            ))}
            <p className="t-small t-2">{text.membersHidden}</p>
          </div>
        )
      }
    </AnswerView>
  );
}

function ChannelDay({ calculation }: { calculation: RevenueCalculation }) {
  const { channelName, sportName, received, pool, publishing, views, uncounted, takenBack } = calculation;
  return (
    <section className="stack-s">
      <h3 className="t-strong">
        {channelName} · {sportName}
      </h3>
      <dl className="wallet-sums">
        <Sum name={text.received} cents={received} />
        <Sum name={text.pool} cents={pool} />
        <Sum name={text.publishingPart} cents={publishing.part} />
        <dd className="wallet-sums__why t-small t-2">{text.publications(publishing.own, publishing.all)}</dd>
        <Sum name={text.yourShare} cents={publishing.share} isOwn />
        <Sum name={text.viewsPart} cents={views.part} />
        <dd className="wallet-sums__why t-small t-2">{text.views(views.own, views.all)}</dd>
        {uncounted && <NotPaid uncounted={uncounted} />}
        <Sum name={text.yourShare} cents={views.share} isOwn />
        {takenBack !== 0 && <Sum name={text.takenBackSum} cents={takenBack} />}
      </dl>
    </section>
  );
}

const REASONS = ['unpaid', 'own', 'repeated', 'tooShort', 'tooFast', 'tooMany'] as const;

/** Views that pay nothing, and why. Source: D-206, D-349. */
function NotPaid({ uncounted }: { uncounted: Uncounted }) {
  const reasons = REASONS.filter((reason) => uncounted[reason] > 0);
  if (reasons.length === 0) return null;
  const count = reasons.reduce((sum, reason) => sum + uncounted[reason], 0);
  return (
    <dd className="wallet-sums__why t-small t-2">
      {text.notPaid(count)} {reasons.map((reason) => `${uncounted[reason]} ${text.uncounted[reason]}`).join(', ')}.
    </dd>
  );
}

function Sum({ name, cents, isOwn = false }: { name: string; cents: number; isOwn?: boolean }) {
  return (
    <>
      <dt className={isOwn ? 't-strong' : undefined}>{name}</dt>
      <dd className={isOwn ? 'num t-strong' : 'num'}>{formatMoney(cents)}</dd>
    </>
  );
}

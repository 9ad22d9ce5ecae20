import { commonText } from '#contract/text/common.ts';
import { walletText as text } from '#contract/text/wallet.ts';
import { readCalculation, type Amount, type RevenueCalculation, type Uncounted } from '#contract/wallet.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { formatFullDay } from '#app/payments/billing-days.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { FeeSums } from './fee-sums.tsx';
import { OnwardSums, type OpenedAmount } from './onward-sums.tsx';
import { Sum } from './sum.tsx';
import { TransferSums } from './transfer-sums.tsx';

interface CalculationSheetProps {
  /** Undefined: closed. */
  amount: OpenedAmount | undefined;
  /** Shows that of another amount instead. */
  onOpen: (amount: OpenedAmount) => void;
  onClose: () => void;
}

/**
 * How an amount came about: shares of its day, the codes of a fee, what a transfer was made of; and where what was earned went.
 * Source: decision 0100, decision 0111.
 */
export function CalculationSheet({ amount, onOpen, onClose }: CalculationSheetProps) {
  return (
    <LazySheet
      open={amount !== undefined}
      onClose={onClose}
      title={amount === undefined ? '' : titleOf(amount)}
      footer={
        <Button block onClick={onClose}>
          {commonText.close}
        </Button>
      }
    >
      {amount !== undefined && <Calculation key={amount.id} amount={amount} onOpen={onOpen} />}
    </LazySheet>
  );
}

const titleOf = ({ type, date }: OpenedAmount): string => {
  const day = formatFullDay(date);
  if (type === 'withdrawal') return text.transferOf(day);
  return isShare(type) ? text.calculation(day) : text.feeOf(day);
};

const isShare = (type: Amount['type']): boolean => type === 'content_base' || type === 'views_base';

interface CalculationProps {
  amount: OpenedAmount;
  onOpen: (amount: OpenedAmount) => void;
}

function Calculation({ amount: { id, type, date }, onOpen }: CalculationProps) {
  const calculation = useAnswer(readCalculation, { date }, { scope: useScope() });
  return (
    <AnswerView answered={calculation} shape="row" count={2}>
      {({ results, fees = [], transfers = [], onward }) => {
        const transfer = transfers.find((one) => one.id === id);
        if (transfer) return <TransferSums transfer={transfer} />;
        const fee = fees.find((one) => one.id === id);
        const isKnown = isShare(type) ? results.length > 0 : fee !== undefined;
        return (
          <div className="stack">
            {isShare(type) && results.length > 0 && <Shares results={results} />}
            {fee && <FeeSums fee={fee} />}
            {!isKnown && <p>{text.noCalculation}</p>}
            {type !== 'withdrawal' && onward && <OnwardSums onward={onward} onOpen={onOpen} />}
          </div>
        );
      }}
    </AnswerView>
  );
}

function Shares({ results }: { results: readonly RevenueCalculation[] }) {
  return (
    <div className="stack">
      {results.map((one) => (
        <ChannelDay key={`${one.channelId} ${one.sportName}`} calculation={one} />
      ))}
      <p className="t-small t-2">{text.membersHidden}</p>
    </div>
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

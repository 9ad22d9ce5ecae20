import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { OutputOf } from '#contract/call.ts';
import { compareMoney, explainDifference, readMoney, type MoneyDifference } from '#contract/desk.ts';
import { deskMoneyText as text } from '#contract/text/desk-money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Time } from '#ui/time.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { DeskList } from '#app/desk/desk-list.tsx';
import { DeskTabs } from '#app/desk/desk-tabs.tsx';
import { DeskView } from '#app/desk/desk-view.tsx';
import { LabelledSection } from '#app/desk/labelled.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { formatCount, formatFullDate, formatWhen } from '#app/format/format.ts';
import { formatMoney } from '#app/format/money.ts';
import { usePages } from '#app/navigation/entries.ts';
import { ActSheet } from './act-sheet.tsx';
import { FailedPayouts } from './failed-payouts.tsx';
import { ProviderId } from './provider-id.tsx';

const PAGE_SIZE = 25;
const STATES = ['open', 'explained'] as const;
type State = (typeof STATES)[number];
type Money = OutputOf<typeof readMoney>;

/** What an operator is asked about: the comparison, or a difference. */
type Asked = 'compare' | MoneyDifference;

/**
 * Movements of the payment provider that the books lack, what each means, and the comparison that finds them. Nothing is
 * booked from here. Source: decision 0131.
 */
export function MoneyPage({ state }: { state: State }) {
  const [pages, more] = usePages(`money ${state}`);
  const inputs = Array.from({ length: pages }, (_, page) => ({ state, limit: PAGE_SIZE, offset: page * PAGE_SIZE }));
  const desk = useDesk(readMoney, inputs);
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const ask = (next: Asked) => {
    setAsked(next);
    setOpen(true);
  };
  const sheet = { open: isOpen, onClose: () => setOpen(false), reload: desk.reload };
  return (
    <DeskView desk={desk} title={() => text.title} otherwise="/dashboard">
      {(answers) => {
        const first = answers[0]!;
        return (
          <div className="stack">
            <DeskTabs selected="money" />
            <p className="t-2">{first.provider === 'none' ? text.noProvider : text.lead}</p>
            {first.provider !== 'none' && <Comparison money={first} reload={desk.reload} ask={() => ask('compare')} />}
            <Stuck stuck={first.stuck} />
            <FailedPayouts />
            <States state={state} />
            <Differences
              state={state}
              money={first}
              differences={answers.flatMap(({ results }) => results)}
              more={more}
              ask={ask}
            />
            {asked === 'compare' && <CompareSheet {...sheet} />}
            {asked && asked !== 'compare' && <ExplainSheet key={asked.movementId} difference={asked} {...sheet} />}
          </div>
        );
      }}
    </DeskView>
  );
}

interface ComparisonProps {
  money: Money;
  reload: () => void;
  ask: () => void;
}

function Comparison({ money: { last, isComparing }, reload, ask }: ComparisonProps) {
  return (
    <>
      {last ? (
        <LabelledSection
          heading={text.last.heading}
          facts={[
            [text.last.finished, formatFullDate(last.finishedAt)],
            [text.last.movements, formatCount(last.movements)],
            [text.last.events, formatCount(last.events)],
            [text.last.missed, formatCount(last.missedEvents)],
          ]}
        />
      ) : (
        <p>{text.last.none}</p>
      )}
      {isComparing ? (
        <Note
          role="status"
          action={
            <Button size="m" variant="tonal" onClick={reload}>
              {text.again}
            </Button>
          }
        >
          {text.comparing}
        </Note>
      ) : (
        <Button variant="outline" onClick={ask}>
          {text.compare}
        </Button>
      )}
    </>
  );
}

function Stuck({ stuck: { count, results } }: Pick<Money, 'stuck'>) {
  if (count === 0) return null;
  return (
    <section className="stack-s">
      <SectionHeading>{text.stuck.heading}</SectionHeading>
      <p className="t-2">{text.stuck.help(count)}</p>
      <ul className="desk__cards" aria-label={text.stuck.heading}>
        {results.map(({ id, type, objectId, receivedAt }) => (
          <li key={id} className="card stack-s">
            <h3 className="t-strong desk__told">{type}</h3>
            <p className="desk__told t-small">{objectId}</p>
            <p className="desk__told t-small t-2">{id}</p>
            <p className="t-small t-2">
              <Time iso={receivedAt} full={formatFullDate}>
                {text.stuck.received(formatWhen(receivedAt))}
              </Time>
            </p>
          </li>
        ))}
      </ul>
      {results.length < count && <p className="t-small t-2">{text.stuck.more(results.length)}</p>}
    </section>
  );
}

function States({ state }: { state: State }) {
  const navigate = useNavigate();
  return (
    <ChipFilter
      label={text.filter}
      single
      value={[state]}
      onChange={([next]) =>
        void navigate({ to: '/admin/money', search: next === 'explained' ? { state: next } : {}, replace: true })
      }
      options={STATES.map((value) => ({ value, label: text.states[value] }))}
    />
  );
}

interface DifferencesProps {
  state: State;
  money: Money;
  differences: readonly MoneyDifference[];
  more: () => void;
  ask: (difference: MoneyDifference) => void;
}

function Differences({ state, money: { count, last, provider }, differences, more, ask }: DifferencesProps) {
  if (count === 0) {
    // Without a comparison nobody knows whether they agree.
    if (state === 'open' && !last)
      return provider === 'none' ? null : <EmptyState drawing="quiet" title={text.noneYet} />;
    return <EmptyState drawing="quiet" title={text.none[state]} />;
  }
  return (
    <>
      <p className="t-2">{text.help[state]}</p>
      <DeskList label={text.list} counted={text.count(count)} count={count} rows={differences} more={more}>
        {(difference) => <DifferenceCard key={difference.movementId} difference={difference} ask={ask} />}
      </DeskList>
    </>
  );
}

const whatOf = ({ kind, amount, currency }: MoneyDifference): string =>
  text.what(text.kinds[kind].name, formatMoney(amount, currency.toUpperCase()));

interface CardProps {
  difference: MoneyDifference;
  ask: (difference: MoneyDifference) => void;
}

function DifferenceCard({ difference, ask }: CardProps) {
  const { movementId, sourceId, paymentId, kind, since, explained } = difference;
  const what = whatOf(difference);
  const ids = [
    [text.ids.movement, movementId],
    [text.ids.source, sourceId],
    // A payment's own movement names it once.
    [text.ids.payment, paymentId === sourceId ? null : paymentId],
  ] as const;
  const label = explained ? text.reopen : text.explain;
  return (
    <li className="card stack-s">
      <h2 className="t-strong">{what}</h2>
      <p>{text.kinds[kind].help}</p>
      <ul className="desk__ids">{ids.map(([name, id]) => id && <ProviderId key={name} name={name} id={id} />)}</ul>
      <p className="t-small t-2">
        <Time iso={since} full={formatFullDate}>
          {text.since(formatWhen(since))}
        </Time>
      </p>
      {explained && (
        <>
          <p className="desk__told">{explained.reason}</p>
          <p className="t-small t-2">
            <Time iso={explained.at} full={formatFullDate}>
              {text.explained(explained.by, formatWhen(explained.at))}
            </Time>
          </p>
        </>
      )}
      <Button variant="outline" size="m" aria-label={`${label}: ${what}`} onClick={() => ask(difference)}>
        {label}
      </Button>
    </li>
  );
}

interface SheetProps {
  open: boolean;
  onClose: () => void;
  reload: () => void;
}

function CompareSheet({ open, onClose, reload }: SheetProps) {
  const { userId } = useAccount();
  const call = useOnlineCall();
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={text.compareTitle}
      label={text.compare}
      draftKey="desk-money-compare"
      act={async (reason, key) => {
        const { isStarted } = await call(compareMoney, { reason }, { scope: `user:${userId}`, key });
        showToast(isStarted ? { text: text.started, kind: 'success' } : { text: text.runsAlready });
      }}
      onDone={reload}
    >
      <p>{text.compareHelp}</p>
    </ActSheet>
  );
}

function ExplainSheet({ difference, open, onClose, reload }: SheetProps & { difference: MoneyDifference }) {
  const { userId } = useAccount();
  const call = useOnlineCall();
  const { movementId } = difference;
  const isOpening = difference.explained !== null;
  const what = whatOf(difference);
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={isOpening ? text.reopenTitle(what) : text.explainTitle(what)}
      label={isOpening ? text.reopen : text.explain}
      draftKey={`desk-money-${movementId}`}
      act={async (reason, key) => {
        try {
          await call(
            explainDifference,
            { movementId, explained: !isOpening, reason },
            { scope: `user:${userId}`, key },
          );
        } catch (error) {
          // Another operator may have been faster: the list shows it behind the refusal.
          reload();
          throw error;
        }
      }}
      onDone={() => {
        showToast({ text: isOpening ? text.reopenDone : text.explainDone, kind: 'success' });
        reload();
      }}
    >
      <p>{isOpening ? text.reopenHelp : text.explainHelp}</p>
    </ActSheet>
  );
}

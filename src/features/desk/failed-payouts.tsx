import { listFailedPayouts, type FailedPayout } from '#contract/desk.ts';
import { deskPayoutsText as text } from '#contract/text/desk-payouts.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Time } from '#ui/time.tsx';
import { DeskList } from '#app/desk/desk-list.tsx';
import { DeskAnswer } from '#app/desk/desk-view.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { formatMoney } from '#app/format/money.ts';
import { usePages } from '#app/navigation/entries.ts';
import { ProviderId } from './provider-id.tsx';

const PAGE_SIZE = 10;

/** Transfers of Creators that did not reach a bank: whose, why, and what can be done. Nothing is sent from here. Source: decision 0131. */
export function FailedPayouts() {
  const [pages, more] = usePages('failed payouts');
  const inputs = Array.from({ length: pages }, (_, page) => ({ limit: PAGE_SIZE, offset: page * PAGE_SIZE }));
  const desk = useDesk(listFailedPayouts, inputs);
  return (
    <DeskAnswer desk={desk}>
      {(answers) => {
        const { count } = answers[0]!;
        if (count === 0) return null;
        return (
          <section className="stack-s">
            <SectionHeading>{text.heading}</SectionHeading>
            <p className="t-2">{text.help}</p>
            <DeskList
              label={text.list}
              counted={text.count(count)}
              count={count}
              rows={answers.flatMap(({ results }) => results)}
              more={more}
            >
              {(payout) => <PayoutCard key={payout.id} payout={payout} />}
            </DeskList>
          </section>
        );
      }}
    </DeskAnswer>
  );
}

const USD = 'USD';

function PayoutCard({ payout }: { payout: FailedPayout }) {
  const { providerId, person, organization, amount, bankLast4, code, state, createdAt, failedAt } = payout;
  const reason = text.reasonOf(code);
  const ids = [
    [text.ids.transfer, providerId],
    [text.ids.code, code],
  ] as const;
  return (
    <li className="card stack-s">
      <h3 className="t-strong">{text.what(formatMoney(amount, USD), organization ?? person?.name ?? text.gone)}</h3>
      <p>{reason.name}</p>
      <p>{text.states[state]}</p>
      {state === 'returned' && <p>{reason.help}</p>}
      <ul className="desk__ids">{ids.map(([name, id]) => id && <ProviderId key={name} name={name} id={id} />)}</ul>
      <p className="t-small t-2">
        {bankLast4 && `${text.ids.bank}: ${text.bank(bankLast4)} · `}
        <Time iso={createdAt} full={formatFullDate}>
          {text.asked(formatWhen(createdAt))}
        </Time>
        {' · '}
        <Time iso={failedAt} full={formatFullDate}>
          {text.failed(formatWhen(failedAt))}
        </Time>
      </p>
      {person && (
        <Button
          variant="outline"
          size="m"
          href={`/admin/people?search=${encodeURIComponent(person.username)}`}
          aria-label={text.personOf(person.name)}
        >
          {text.person}
        </Button>
      )}
    </li>
  );
}

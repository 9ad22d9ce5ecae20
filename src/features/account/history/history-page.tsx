import type { AccountEventKind } from '#contract/account-events.ts';
import { readAccountHistory, type AccountHistoryEvent } from '#contract/account.ts';
import { accountText } from '#contract/text/account.ts';
import { accountHistoryText as text } from '#contract/text/account-history.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Time } from '#ui/time.tsx';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { formatFullDate } from '#app/format/format.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { ListPage } from '#app/lists/list-page.tsx';

/** Sign-ins and changes of the account, newest first, with device and time; readable offline. Source: NAV-085, D-89. */
export function AccountHistoryPage() {
  const paged = usePagedAnswer(readAccountHistory, '', (page) => (page > 0 ? { page: page + 1 } : {}));
  return (
    <ListPage title={accountText.history}>
      <AnswerList paged={paged} shape="row" empty={<EmptyState drawing="quiet" level={2} title={text.none} />}>
        {(events) => (
          <RowList label={accountText.history}>
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </RowList>
        )}
      </AnswerList>
    </ListPage>
  );
}

function EventRow({ event: { kind, device, at, detail } }: { event: AccountHistoryEvent }) {
  const known = kind as AccountEventKind;
  return (
    <ListRow
      title={text.kinds[known] ?? text.other}
      text={<Facts facts={[text.about[known]?.(detail) ?? null, device || text.unknownDevice]} />}
      time={
        <Time iso={at} full={formatFullDate}>
          {formatFullDate(at)}
        </Time>
      }
    />
  );
}

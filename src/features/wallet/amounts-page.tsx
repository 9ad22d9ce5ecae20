import { walletText as text } from '#contract/text/wallet.ts';
import { useScope } from '#app/data/me.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { endOfPeriod, fullPeriods } from '#app/format/periods.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import type { AmountsSearch } from '#app/navigation/amounts-address.ts';
import { Amounts } from './amount-list.tsx';
import { Sum } from './sum.tsx';
import './wallet.css';

/** What the amounts are of: "May 2031"; undefined for those of all time. */
const periodOf = ({ period, from, until = from }: AmountsSearch): string | undefined =>
  period && from && until ? fullPeriods(period, from, until) : undefined;

/** Whether they make the balance. */
const isAll = ({ tab, period, channelId, sportId, source }: AmountsSearch): boolean =>
  tab === 'all' && [period, channelId, sportId, source].every((one) => one === undefined);

/** The amounts that make a sum of the dashboard or of the wallet; each opens to how it came about. Source: WAL-024, D-150. */
export function AmountsPage({ wanted }: { wanted: AmountsSearch }) {
  const { tab, period, from, until = from, channelId, sportId, source } = wanted;
  const about = useAbout(wanted);
  return (
    <ListPage title={text.list}>
      <div className="stack">
        <div>
          <h2 className="t-h2">{periodOf(wanted) ?? text.allTime}</h2>
          {about && <p className="t-small t-2">{about}</p>}
        </div>
        <Amounts
          wanted={{
            type: tab,
            ...(period && from && until && { date_from: from, date_to: endOfPeriod(period, until) }),
            ...(channelId && { channelId }),
            ...(sportId && { sportId }),
            ...(source && { source }),
          }}
          empty={text.emptySum}
          head={(sums) =>
            sums && (
              <dl className="card wallet-sums">
                {tab !== 'transferred' && <Sum name={text.tabs.earned} cents={sums.earned} isOwn />}
                {tab !== 'earned' && channelId === undefined && (
                  <Sum name={text.tabs.transferred} cents={-sums.transferred} isOwn />
                )}
                {isAll(wanted) && <Sum name={text.balance} cents={sums.earned - sums.transferred} isOwn />}
              </dl>
            )
          }
        />
      </div>
    </ListPage>
  );
}

/** Channel, sport and source, as far as they were chosen: "First Touch Lab · Soccer". */
const useAbout = ({ channelId, sportId, source }: AmountsSearch): string => {
  const scope = useScope();
  const channels = useOwnRows((db) => db.channels.where({ scope }).toArray(), [scope]) ?? [];
  return [
    channels.find(({ id }) => id === channelId)?.name,
    channels.find((channel) => channel.sportId === sportId)?.sportName,
    sportId === undefined && source && text.sources[source],
  ]
    .filter(Boolean)
    .join(' · ');
};

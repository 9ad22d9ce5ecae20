import { useNavigate } from '@tanstack/react-router';
import type { AMOUNT_TABS, RevenuePeriod } from '#contract/wallet-lists.ts';
import { walletText as text } from '#contract/text/wallet.ts';
import { useScope } from '#app/data/me.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { PeriodSelect } from '#app/lists/period-select.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { Select } from '#ui/forms/select.tsx';
import { AmountList } from './amount-list.tsx';
import { PeriodList } from './period-list.tsx';

export type AmountTab = (typeof AMOUNT_TABS)[number];

/** What of the revenue is shown: the search parameters of the page. */
export interface RevenueView {
  tab: AmountTab;
  /** Undefined: each amount. */
  period: RevenuePeriod | undefined;
  channelId: string | undefined;
}

const TABS = (['all', 'earned', 'transferred'] as const).map((value) => ({ value, label: text.tabs[value] }));
const EACH = { value: 'each', label: text.each } as const;
const ALL_CHANNELS = 'all';

/** What was earned and transferred: each amount, or sums of periods. Source: WAL-004, WAL-035, D-150, D-352. */
export function RevenueSection({ transferId, ...view }: RevenueView & { transferId: string | undefined }) {
  const { tab, period, channelId } = view;
  const navigate = useNavigate();
  const show = (change: Partial<RevenueView>) => {
    const next = { ...view, ...change };
    void navigate({
      to: '/educator-wallet',
      search: {
        tab: next.tab,
        ...(next.period && { period: next.period }),
        ...(next.period && next.channelId && { channelId: next.channelId }),
      },
      replace: true,
    });
  };
  return (
    <section className="stack wallet-revenue" aria-labelledby="wallet-revenue">
      <SectionHeading id="wallet-revenue" href="/invoice-history" more={text.invoices}>
        {text.revenue}
      </SectionHeading>
      <div className="t-small t-2">
        <p>{text.split}</p>
        <p>{text.splitHelp}</p>
      </div>
      <Segmented label={text.show} options={TABS} value={tab} onChange={(next) => show({ tab: next })} />
      <PeriodSelect
        label={text.group}
        other={EACH}
        value={period ?? EACH.value}
        onChange={(next) => show({ period: next === EACH.value ? undefined : next })}
      />
      {period && <ChannelChoice channelId={channelId} onChange={(next) => show({ channelId: next })} />}
      {period ? (
        <PeriodList key={`${period} ${channelId}`} period={period} tab={tab} channelId={channelId} />
      ) : (
        <AmountList key={`${tab} ${transferId}`} tab={tab} />
      )}
    </section>
  );
}

interface ChannelChoiceProps {
  channelId: string | undefined;
  onChange: (channelId: string | undefined) => void;
}

function ChannelChoice({ channelId, onChange }: ChannelChoiceProps) {
  const scope = useScope();
  const channels = useOwnRows((db) => db.channels.where({ scope }).toArray(), [scope]) ?? [];
  const options = [
    { value: ALL_CHANNELS, label: text.allChannels },
    ...channels.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Select
      label={text.channel}
      options={options}
      value={channelId ?? ALL_CHANNELS}
      onChange={(next) => onChange(next === ALL_CHANNELS ? undefined : next)}
    />
  );
}

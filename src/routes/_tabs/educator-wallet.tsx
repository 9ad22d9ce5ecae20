import { createFileRoute } from '@tanstack/react-router';
import { AMOUNT_TABS, REVENUE_PERIODS } from '#contract/wallet-lists.ts';
import { asCreator } from '#app/navigation/guards.ts';
import { oneOf, orElse, rowId, search } from '#app/navigation/search.ts';
import { WalletPage } from '#features/wallet/wallet-page.tsx';

export const Route = createFileRoute('/_tabs/educator-wallet')({
  validateSearch: search({
    tab: orElse(oneOf(...AMOUNT_TABS), 'all'),
    period: oneOf(...REVENUE_PERIODS),
    channelId: rowId,
  }),
  beforeLoad: asCreator,
  component: function EducatorWallet() {
    const { tab, period, channelId } = Route.useSearch();
    return <WalletPage tab={tab} period={period} channelId={channelId} />;
  },
});

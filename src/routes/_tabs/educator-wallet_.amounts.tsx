import { createFileRoute } from '@tanstack/react-router';
import { readAmountsSearch } from '#app/navigation/amounts-address.ts';
import { asCreator } from '#app/navigation/guards.ts';
import { AmountsPage } from '#features/wallet/amounts-page.tsx';

export const Route = createFileRoute('/_tabs/educator-wallet_/amounts')({
  validateSearch: readAmountsSearch,
  beforeLoad: asCreator,
  component: function Amounts() {
    return <AmountsPage wanted={Route.useSearch()} />;
  },
});

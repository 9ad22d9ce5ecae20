import { createFileRoute } from '@tanstack/react-router';
import { signedOutOnly, withSession } from '#app/navigation/guards.ts';
import { instant, search } from '#app/navigation/search.ts';
import { AccountDeletedPage, DeleteAccountPage } from '#features/account/leaving/delete-account-page.tsx';

const readSearch = search({ restorableUntil: instant });

export const Route = createFileRoute('/account-setting/delete-account')({
  validateSearch: readSearch,
  beforeLoad: async ({ search: { restorableUntil } }) => {
    if (restorableUntil === undefined) await withSession();
    else await signedOutOnly();
  },
  component: function DeleteAccount() {
    const { restorableUntil } = Route.useSearch();
    return restorableUntil === undefined ? (
      <DeleteAccountPage />
    ) : (
      <AccountDeletedPage restorableUntil={restorableUntil} />
    );
  },
});

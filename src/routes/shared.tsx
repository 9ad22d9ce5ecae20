import { createFileRoute } from '@tanstack/react-router';
import { loadAccount } from '#app/data/account.ts';
import { oneOf, search } from '#app/navigation/search.ts';
import { SharedScreen } from '#features/upload/shared-screen.tsx';

/** Open to everybody: what is shared is kept before somebody signs in. */
export const Route = createFileRoute('/shared')({
  validateSearch: search({ outcome: oneOf('files', 'text', 'full', 'failed') }),
  loader: async () => ({ isSignedIn: (await loadAccount()) !== null }),
  component: function Shared() {
    const { outcome } = Route.useSearch();
    const { isSignedIn } = Route.useLoaderData();
    return <SharedScreen outcome={outcome} isSignedIn={isSignedIn} />;
  },
});

import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { signedOutOnly } from '#app/navigation/guards.ts';
import { oneOf, orElse, search, text } from '#app/navigation/search.ts';
import { ResetConfirmPage } from '#features/auth/sign-in/reset-confirm-page.tsx';

const readSearch = search({ via: orElse(oneOf('email', 'text'), 'email'), codeId: orElse(text, '') });

export const Route = createFileRoute('/reset-password-confirm')({
  validateSearch: readSearch,
  beforeLoad: async ({ search: { codeId } }) => {
    await signedOutOnly();
    if (!codeId) throw redirect({ to: '/sign-in' });
  },
  component: function ResetConfirm() {
    const { via, codeId } = Route.useSearch();
    return (
      <ResetConfirmPage
        via={via}
        codeId={codeId}
        destination={useLocation({ select: ({ state }) => state.resetDestination })}
      />
    );
  },
});

import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { signedOutOnly } from '#app/navigation/guards.ts';
import { ResetConfirmPage } from '#features/auth/sign-in/reset-confirm-page.tsx';

export const Route = createFileRoute('/reset-password-confirm')({
  validateSearch: (search: Record<string, unknown>): { via: 'email' | 'text'; codeId: string } => ({
    via: search['via'] === 'text' ? 'text' : 'email',
    codeId: typeof search['codeId'] === 'string' ? search['codeId'] : '',
  }),
  beforeLoad: async ({ search }) => {
    await signedOutOnly();
    if (!search.codeId) throw redirect({ to: '/sign-in' });
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

import { createFileRoute, redirect } from '@tanstack/react-router';
import { loadAccount } from '#app/data/account.ts';

export const Route = createFileRoute('/')({
  beforeLoad: async () => {
    throw redirect({ to: (await loadAccount()) ? '/dashboard' : '/welcome' });
  },
});

import { createFileRoute, redirect } from '@tanstack/react-router';

/** Unknown paths forward to the dashboard. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/dashboard' });
  },
});

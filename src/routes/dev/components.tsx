import { createFileRoute, redirect } from '@tanstack/react-router';
import { DevComponents } from '#features/dev-components/dev-components.tsx';

/** Every component of src/ui in every state, for developers. Not part of the production build. */
export const Route = createFileRoute('/dev/components')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw redirect({ to: '/dashboard' });
  },
  component: import.meta.env.DEV ? DevComponents : () => null,
});

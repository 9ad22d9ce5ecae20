import { createFileRoute, redirect } from '@tanstack/react-router';
import { DevComponents } from '#features/dev-components/dev-components.tsx';

/** Every piece of the kit in every state, for whoever builds screens. Not part of the built app. */
export const Route = createFileRoute('/dev/components')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw redirect({ to: '/dashboard' });
  },
  component: import.meta.env.DEV ? DevComponents : () => null,
});

import { createFileRoute } from '@tanstack/react-router';
import { asPerson } from '#app/navigation/guards.ts';
import { PhysicalSizePage } from '#features/profiles/edit/physical-size-page.tsx';

export const Route = createFileRoute('/profile/edit/physical-size')({
  beforeLoad: asPerson,
  component: PhysicalSizePage,
});

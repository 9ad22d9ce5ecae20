import { createFileRoute } from '@tanstack/react-router';
import { asCreatorOf } from '#app/navigation/guards.ts';
import { scope, search } from '#app/navigation/search.ts';
import { ArchivedScreen } from '#features/library/archived-screen.tsx';

export const Route = createFileRoute('/_tabs/library/archived')({
  validateSearch: search({ of: scope }),
  beforeLoad: asCreatorOf,
  component: ArchivedScreen,
});

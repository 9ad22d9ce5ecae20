import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { count, oneOf, search } from '#app/navigation/search.ts';
import { DowngradePage } from '#features/storage/downgrade-page.tsx';

export const Route = createFileRoute('/_tabs/select-plan-for-downgrading')({
  validateSearch: search({ currentPlan: oneOf<number>(0, 1, 2, 3), unusedFees: count }),
  beforeLoad: asCreator,
  component: DowngradePage,
});

import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { SelectTargetPage } from '#features/dashboard/select-target-page.tsx';

export const Route = createFileRoute('/_tabs/dashboard/educator/select-target')({
  beforeLoad: asCreator,
  component: SelectTargetPage,
});

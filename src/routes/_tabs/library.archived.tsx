import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { ArchivedScreen } from '#features/library/archived-screen.tsx';

export const Route = createFileRoute('/_tabs/library/archived')({
  beforeLoad: asCreator,
  component: ArchivedScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { withSession } from '#app/navigation/guards.ts';
import { CreatorTypePage } from '#features/registration/creator/creator-type-page.tsx';

export const Route = createFileRoute('/apply-to-become-an-educator')({
  beforeLoad: withSession,
  component: CreatorTypePage,
});

import { createFileRoute } from '@tanstack/react-router';
import { asPerson } from '#app/navigation/guards.ts';
import { PersonalInfoPage } from '#features/profiles/edit/personal-info-page.tsx';

export const Route = createFileRoute('/profile/edit/personal-info')({
  beforeLoad: asPerson,
  component: PersonalInfoPage,
});

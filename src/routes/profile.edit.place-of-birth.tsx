import { createFileRoute } from '@tanstack/react-router';
import { asPerson } from '#app/navigation/guards.ts';
import { PlaceOfBirthPage } from '#features/profiles/edit/place-of-birth-page.tsx';

export const Route = createFileRoute('/profile/edit/place-of-birth')({
  beforeLoad: asPerson,
  component: PlaceOfBirthPage,
});

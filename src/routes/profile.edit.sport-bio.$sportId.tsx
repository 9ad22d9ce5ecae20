import { createFileRoute } from '@tanstack/react-router';
import { asPerson } from '#app/navigation/guards.ts';
import { SportBioPage } from '#features/profiles/edit/sport-bio-page.tsx';

export const Route = createFileRoute('/profile/edit/sport-bio/$sportId')({
  beforeLoad: asPerson,
  component: function SportBio() {
    const { sportId } = Route.useParams();
    return <SportBioPage key={sportId} sportId={sportId} />;
  },
});

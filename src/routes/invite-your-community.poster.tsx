import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { search, text } from '#app/navigation/search.ts';
import { CommunityPosterPage } from '#features/invites/community-poster-page.tsx';

export const Route = createFileRoute('/invite-your-community/poster')({
  validateSearch: search({ code: text }),
  beforeLoad: asCreator,
  component: function CommunityPoster() {
    return <CommunityPosterPage code={Route.useSearch().code} />;
  },
});

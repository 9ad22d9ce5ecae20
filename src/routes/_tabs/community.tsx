import { createFileRoute } from '@tanstack/react-router';
import { asMember } from '#app/navigation/guards.ts';
import { oneOf, orElse, search, text } from '#app/navigation/search.ts';
import { CommunityPage } from '#features/community/community-page.tsx';

export const Route = createFileRoute('/_tabs/community')({
  beforeLoad: asMember,
  validateSearch: search({ tab: orElse(oneOf('recommended', 'following'), 'recommended'), sport: text }),
  component: function Community() {
    const { tab, sport } = Route.useSearch();
    return <CommunityPage tab={tab} sport={sport} />;
  },
});

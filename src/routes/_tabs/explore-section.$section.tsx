import { createFileRoute, redirect } from '@tanstack/react-router';
import { EXPLORE_SECTIONS } from '#contract/explore-sections.ts';
import { oneOf, orElse, search } from '#app/navigation/search.ts';
import { ExploreSectionPage } from '#features/explore/explore-section-page.tsx';

const readSection = oneOf(...EXPLORE_SECTIONS);

const readSearch = search({
  pricing: orElse(oneOf('all', 'free', 'member_only'), 'all'),
  sort: orElse(oneOf('newest', 'oldest'), 'newest'),
});

export const Route = createFileRoute('/_tabs/explore-section/$section')({
  validateSearch: readSearch,
  beforeLoad: ({ params: { section } }) => {
    if (!readSection(section)) throw redirect({ to: '/explore' });
  },
  component: function ExploreSectionRoute() {
    const section = readSection(Route.useParams().section);
    const { pricing, sort } = Route.useSearch();
    return section ? <ExploreSectionPage key={section} section={section} pricing={pricing} sort={sort} /> : null;
  },
});

import { createFileRoute } from '@tanstack/react-router';
import { search, textUpTo } from '#app/navigation/search.ts';
import { UniversityPage } from '#features/pages/university-page.tsx';

export const Route = createFileRoute('/_tabs/university')({
  validateSearch: search({ search: textUpTo(255), category: textUpTo(255) }),
  component: function University() {
    const navigate = Route.useNavigate();
    const filter = Route.useSearch();
    return <UniversityPage filter={filter} onFilter={(next) => void navigate({ search: next, replace: true })} />;
  },
});

import { createFileRoute } from '@tanstack/react-router';
import { UniversityPage, type UniversityFilter } from '#features/pages/university-page.tsx';

const wordsOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 255) : undefined;

export const Route = createFileRoute('/_tabs/university')({
  validateSearch: (input: Record<string, unknown>): UniversityFilter => {
    const [search, category] = [wordsOf(input['search']), wordsOf(input['category'])];
    return { ...(search ? { search } : {}), ...(category ? { category } : {}) };
  },
  component: function University() {
    const navigate = Route.useNavigate();
    const filter = Route.useSearch();
    return <UniversityPage filter={filter} onFilter={(search) => void navigate({ search, replace: true })} />;
  },
});

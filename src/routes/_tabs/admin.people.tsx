import { createFileRoute } from '@tanstack/react-router';
import { PeoplePage } from '#features/desk/people-page.tsx';

export const Route = createFileRoute('/_tabs/admin/people')({ component: PeoplePage });

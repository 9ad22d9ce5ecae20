import { createFileRoute } from '@tanstack/react-router';
import { FeaturedPage } from '#features/desk/featured-page.tsx';

export const Route = createFileRoute('/_tabs/admin/featured')({ component: FeaturedPage });

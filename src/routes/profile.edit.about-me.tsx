import { createFileRoute } from '@tanstack/react-router';
import { asPerson } from '#app/navigation/guards.ts';
import { AboutMePage } from '#features/profiles/edit/about-me-page.tsx';

export const Route = createFileRoute('/profile/edit/about-me')({ beforeLoad: asPerson, component: AboutMePage });

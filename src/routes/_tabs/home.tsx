import { createFileRoute } from '@tanstack/react-router';
import { asMember } from '#app/navigation/guards.ts';
import { HomePage } from '#features/home/home-page.tsx';

export const Route = createFileRoute('/_tabs/home')({ beforeLoad: asMember, component: HomePage });

import { createFileRoute } from '@tanstack/react-router';
import { asPerson } from '#app/navigation/guards.ts';
import { LanguagePage } from '#features/profiles/edit/language-page.tsx';

export const Route = createFileRoute('/profile/edit/language')({ beforeLoad: asPerson, component: LanguagePage });

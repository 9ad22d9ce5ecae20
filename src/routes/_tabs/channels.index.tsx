import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { ChannelsScreen } from '#features/channels/channels-screen.tsx';

export const Route = createFileRoute('/_tabs/channels/')({ beforeLoad: asCreator, component: ChannelsScreen });

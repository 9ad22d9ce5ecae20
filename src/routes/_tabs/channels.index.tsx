import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '../../app/guards.ts';
import { ChannelsScreen } from '../../features/channels-own/channels-screen.tsx';

export const Route = createFileRoute('/_tabs/channels/')({ beforeLoad: asCreator, component: ChannelsScreen });

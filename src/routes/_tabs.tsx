import { createFileRoute } from '@tanstack/react-router';
import { TabFrame } from '#app/frame/tab-frame.tsx';
import { withRegistration } from '#app/navigation/guards.ts';

/** Browsing pages with the tab bar. */
export const Route = createFileRoute('/_tabs')({ beforeLoad: withRegistration, component: TabFrame });

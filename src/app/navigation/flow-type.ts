import { redirect } from '@tanstack/react-router';
import { withSession } from './guards.ts';

/** Whose registration a page belongs to. */
export type FlowType = 'learner' | 'educator';

/** G2 on a page of a registration; a path with another first word is unknown and forwards like one. Source: D-277. */
export const inFlow = async ({ params }: { params: { flowType: string } }): Promise<void> => {
  if (params.flowType !== 'learner' && params.flowType !== 'educator') throw redirect({ to: '/dashboard' });
  await withSession();
};

/** Behind `inFlow` there are only these two. */
export const flowOf = ({ flowType }: { flowType: string }): FlowType =>
  flowType === 'educator' ? 'educator' : 'learner';

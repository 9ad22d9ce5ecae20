import { redirect } from '@tanstack/react-router';
import { withSession } from './guards.ts';

/** The role that a registration page is for. */
export type FlowType = 'learner' | 'educator';

/** Guard G2 for a registration page; another first path segment forwards like an unknown path. Source: D-277. */
export const inFlow = async ({ params }: { params: { flowType: string } }): Promise<void> => {
  if (params.flowType !== 'learner' && params.flowType !== 'educator') throw redirect({ to: '/dashboard' });
  await withSession();
};

/** Guard of a wizard of the Creator application: the sport comes from the page before; without it, back there. Source: APP-005. */
export const withSport = async ({ location }: { location: { state: { sport?: unknown } } }): Promise<void> => {
  await withSession();
  if (!location.state.sport) throw redirect({ to: '/$flowType/choose-your-sport', params: { flowType: 'educator' } });
};

/** The flow type of a route's parameters; `inFlow` has refused all other values. */
export const flowOf = ({ flowType }: { flowType: string }): FlowType =>
  flowType === 'educator' ? 'educator' : 'learner';

import type { ApplicationType } from '#contract/applications-questions.ts';
import type { Sport } from '#contract/sports.ts';
import type { FlowType } from '#app/navigation/flow-type.ts';
import { APPLICATION_PAGES } from './application-pages.ts';

/** Where the way goes on when what Beta means was read. Without a type, a Creator chooses it first. */
export const afterBeta = (flowType: FlowType, sport: Sport, type: ApplicationType | null) => {
  if (flowType === 'learner')
    return { to: '/$flowType/choose-sport-interest', params: { flowType }, state: { sport } } as const;
  if (type === null) return { to: '/apply-to-become-an-educator' } as const;
  return { to: APPLICATION_PAGES[type], state: { sport } } as const;
};

/** Where the choice of a sport leads. A Creator may start the Beta of a sport that has a waitlist. Source: D-176, D-177. */
export const afterSport = (flowType: FlowType, sport: Sport, type: ApplicationType | null) => {
  const isBeta = sport.sportType === 'Beta' || (flowType === 'educator' && sport.sportType === 'WaitList');
  if (isBeta) return { to: '/$flowType/what-is-beta', params: { flowType }, state: { sport } } as const;
  return afterBeta(flowType, sport, type);
};

import { FACTS } from '#contract/facts.ts';
import { Problem } from '#contract/problems.ts';
import type { Session } from './context.ts';

/**
 * The fact `ofAge`, for a call that needs it only with some inputs.
 *
 * @throws Problem `age.unknown`, `age.consent_needed`. Source: D-250, decision 0065.
 */
export const requireOfAge = (session: Pick<Session, 'isAgeKnown' | 'isOfAge'>): void => {
  for (const { needs, otherwise } of FACTS.ofAge)
    if (!session[needs as 'isAgeKnown' | 'isOfAge']) throw new Problem(otherwise);
};

import type { Application } from '#contract/applications.ts';
import { newId } from '#contract/ids.ts';

/** An own application without points. */
export const application = (sportName: string, status: Application['status']): Application => ({
  id: newId(),
  sportId: sportName.toLowerCase(),
  sportName,
  applicationType: 'coaching',
  status,
  createdAt: new Date().toISOString(),
  decidedAt: status === 'pending' ? null : new Date().toISOString(),
  reason: null,
  repeatableAt: null,
  result: null,
});

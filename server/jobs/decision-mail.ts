import { mailDecision } from '../domains/applications/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Mails a decision; it is retried while the mail server is away. */
export const decisionMailWork = (services: Services): JobWork<'decision.mail'> => ({
  expireInSeconds: 60,
  run: (data) => mailDecision(services, data),
});

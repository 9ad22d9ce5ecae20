import { sendReport } from '../domains/comments/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Sends the report of a comment to the operator by mail; it is retried while the mail server is away. */
export const commentReportWork = (services: Services): JobWork<'comment.report'> => ({
  expireInSeconds: 60,
  run: (data) => sendReport(services, data),
});

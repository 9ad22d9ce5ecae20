import { findCommentReport, sendReport } from '../domains/reports/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Sends a report to the operator by mail; it is retried while the mail server is away. */
export const reportSendWork = (services: Services): JobWork<'report.send'> => ({
  expireInSeconds: 60,
  run: ({ reportId }) => sendReport(services, reportId),
});

/** The same for a report that the shipped 1.1.12 queued. */
export const commentReportWork = (services: Services): JobWork<'comment.report'> => ({
  expireInSeconds: 60,
  run: async (key) => {
    const reportId = await findCommentReport(services, key);
    if (reportId) await sendReport(services, reportId);
  },
});

import { mailExport, makeExport } from '../domains/account/index.ts';
import type { Services } from '../services.ts';
import type { JobWork } from './jobs.ts';

/** Makes the archive of a person's data, one at a time: it reads and writes all their files. */
export const exportMakeWork = (services: Services): JobWork<'export.make'> => ({
  expireInSeconds: 6 * 3_600,
  run: ({ exportId }, signal) => makeExport(services, exportId, signal),
});

/** Tells the person how it ended; it is retried while the mail server is away. */
export const exportMailWork = (services: Services): JobWork<'export.mail'> => ({
  expireInSeconds: 60,
  run: ({ exportId }) => mailExport(services, exportId),
});

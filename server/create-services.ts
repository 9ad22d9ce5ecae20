import path from 'node:path';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { openDatabase } from './db/database.ts';
import { createAccessTokens } from './calls/access-tokens.ts';
import { createWake } from './calls/wake.ts';
import { createFolderStore } from './adapters/objects/index.ts';
import { createMailSender } from './adapters/mail.ts';
import { createMedia } from './adapters/media/index.ts';
import { createPushSender } from './adapters/push-sender.ts';
import { createSmsSender } from './adapters/sms.ts';
import { startJobs, type JobWorks } from './jobs/jobs.ts';
import type { Services } from './services.ts';

export interface StartedServices {
  services: Services;
  work(works: JobWorks): Promise<void>;
  /** Ends the open streams. Call it before `close`. */
  beginClose(): void;
  /** Stops the jobs and closes the connections. */
  close(): Promise<void>;
}

/** Creates the services of domains and jobs. The database must be migrated. */
export const createServices = async (config: Config, poolConfig: pg.PoolConfig, log: Log): Promise<StartedServices> => {
  const database = openDatabase(poolConfig, 16, (error) => log.warn({ err: error }, 'idle database connection lost'));
  const wake = createWake(database.pool, poolConfig, log);
  await wake.start();
  const { jobs, work } = await startJobs(poolConfig, database.db, log);
  const closing = new Set<() => void>();
  const services: Services = {
    config,
    log,
    database,
    wake,
    jobs,
    objects: createFolderStore(path.resolve(config.objects.path)),
    media: await createMedia(config.media.ffmpegPath ? { ffmpegPath: config.media.ffmpegPath } : {}),
    mail: createMailSender(config, database.db),
    sms: createSmsSender(config, database.db),
    push: createPushSender(config),
    tokens: createAccessTokens(config.secret),
    now: () => new Date(),
    onClose(effect) {
      closing.add(effect);
      return () => void closing.delete(effect);
    },
  };
  return {
    services,
    work,
    beginClose: () => {
      for (const effect of closing) effect();
    },
    async close() {
      await jobs.stop();
      await wake.stop();
      await database.close();
    },
  };
};

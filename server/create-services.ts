import type pg from 'pg';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { openDatabase } from './db/database.ts';
import { createClock } from './clock.ts';
import { createAccessTokens } from './calls/access-tokens.ts';
import { createBackground } from './calls/background.ts';
import { createBounds } from './calls/bounds.ts';
import { jailInUse, watchQueues } from './calls/metrics.ts';
import { createWake } from './calls/wake.ts';
import { openObjects } from './adapters/objects/index.ts';
import { createMailSender } from './adapters/mail.ts';
import type { Media } from './adapters/media/index.ts';
import { createPayments } from './adapters/payments/index.ts';
import { createPushSender } from './adapters/push-sender.ts';
import { createSmsSender } from './adapters/sms.ts';
import { openMedia } from './open-media.ts';
import { startJobs, type JobWorks } from './jobs/jobs.ts';
import type { Services } from './services.ts';

export interface StartedServices {
  services: Services;
  work(works: JobWorks): Promise<void>;
  /** Ends the open streams. Call it before `close`. */
  beginClose(): void;
  /** Finishes what calls began in the background, stops the jobs and closes the connections. */
  close(): Promise<void>;
}

/** @param now The clock of the services, which tests set. */
export const openPayments = (
  { config, database, jobs }: Pick<Services, 'config' | 'database' | 'jobs'>,
  now: () => Date,
): Promise<Services['payments']> =>
  createPayments({
    config,
    database,
    now,
    later: (tx, work, afterSeconds) =>
      jobs.send(tx, 'payments.sandbox', work, afterSeconds === undefined ? {} : { afterSeconds }),
  });

export interface Given {
  /** Used instead of finding ffmpeg and trying the jails; who gives it closes it. */
  media?: Media | Promise<Media> | undefined;
}

/** Creates the services of domains and jobs. The database must be migrated. */
export const createServices = async (
  config: Config,
  poolConfig: pg.PoolConfig,
  log: Log,
  given: Given = {},
): Promise<StartedServices> => {
  const database = openDatabase(poolConfig, 16, (error) => log.warn({ err: error }, 'idle database connection lost'));
  const wake = createWake(database.pool, poolConfig, log);
  await wake.start();
  // Both mostly wait for others: the jobs for the database, the media for programs that are tried.
  const [{ jobs, work }, media] = await Promise.all([
    startJobs(poolConfig, database.db, log),
    given.media ?? openMedia(config, log),
  ]);
  watchQueues(() => jobs.waiting());
  const showJail = () => {
    jailInUse.reset();
    jailInUse.set({ jail: media.jailMode }, 1);
  };
  showJail();
  const unwatchJail = media.onChange(showJail);
  const objects = await openObjects(config.objects, (error) =>
    log.warn({ err: error }, 'an object waits in the folder, S3 does not take it'),
  );
  const payments = await openPayments({ config, database, jobs }, () => services.now());
  const closing = new Set<() => void>();
  const services: Services = {
    config,
    log,
    database,
    wake,
    bounds: createBounds(config.bodiesBytes),
    background: createBackground(),
    jobs,
    objects: objects.store,
    media,
    mail: createMailSender(config, database.db),
    sms: createSmsSender(config, database.db),
    push: createPushSender(config),
    payments,
    tokens: createAccessTokens(config.secret),
    ...createClock(config.hasMovableClock),
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
      await services.background.idle();
      unwatchJail();
      if (!given.media) media.close();
      objects.close();
      await jobs.stop();
      await wake.stop();
      await database.close();
    },
  };
};

import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Log } from './log.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { FolderStore } from './adapters/objects/index.ts';
import type { MailSender } from './adapters/mail.ts';
import type { SmsSender } from './adapters/sms.ts';
import type { PaymentProvider } from './adapters/payments/index.ts';
import type { PushSender } from './adapters/push.ts';
import type { Background } from './calls/background.ts';
import type { Bounds } from './calls/bounds.ts';
import type { Wake } from './calls/wake.ts';
import type { AccessTokens } from './calls/access-tokens.ts';
import type { Media } from './adapters/media/index.ts';

/** What domains and jobs need from outside; made once at start. Tests replace only the clock and outside services. */
export interface Services {
  config: Config;
  log: Log;
  database: Database;
  objects: FolderStore;
  media: Media;
  tokens: AccessTokens;
  mail: MailSender;
  sms: SmsSender;
  push: PushSender;
  /** Null: this server takes no payments. */
  payments: PaymentProvider | null;
  jobs: Jobs;
  wake: Wake;
  bounds: Bounds;
  background: Background;
  now(): Date;
  /** Makes `now` begin at another time; null where no test may do so. */
  moveClock: ((to: Date) => void) | null;
  /** Runs an effect when the server begins to close. @returns Unsubscribes. */
  onClose(effect: () => void): () => void;
}

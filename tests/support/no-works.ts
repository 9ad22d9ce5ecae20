import type { JobWorks } from '#server/jobs/jobs.ts';

const nothing = { run: async () => {} };

/** Every job, taken and done without doing anything: for tests of what comes before it. */
export const NO_WORKS: JobWorks = {
  'media.prepare': nothing,
  'publication.goLive': nothing,
  'publication.announce': nothing,
  'notification.push': nothing,
  'notification.mail': nothing,
  'notification.digest': nothing,
  'invite.send': nothing,
  'admin.invite': nothing,
  'code.send': nothing,
  'security.send': nothing,
  'comment.report': nothing,
  'support.mail': nothing,
  'account.hide': nothing,
  'decision.mail': nothing,
  'organization.copyLibrary': nothing,
  'guardian.mail': nothing,
  'account.erase': nothing,
  'export.make': nothing,
  'export.mail': nothing,
  'payments.event': nothing,
  'payments.retry': nothing,
  'payments.detach': nothing,
  'payments.reconcile': nothing,
  'payments.sandbox': nothing,
  'billing.run': nothing,
  'revenue.accrue': nothing,
  'wallet.settle': nothing,
  'wallet.countries': nothing,
  'storage.refund': nothing,
  'objects.delete': nothing,
  'search.refresh': nothing,
  housekeeping: nothing,
};

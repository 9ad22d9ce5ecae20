import type { Services } from '../services.ts';
import type { JobWorks } from './jobs.ts';
import { accountEraseWork } from './account-erase.ts';
import { accountHideWork } from './account-hide.ts';
import { announceWork } from './announce.ts';
import { billingWork, storageRefundWork } from './billing.ts';
import { codeSendWork } from './code-send.ts';
import { decisionMailWork } from './decision-mail.ts';
import { digestMailWork, digestMakeWork, digestPushWork } from './digest.ts';
import { exportMailWork, exportMakeWork } from './export.ts';
import { goLiveWork } from './go-live.ts';
import { guardianMailWork } from './guardian-mail.ts';
import { housekeepingWork } from './housekeeping.ts';
import { adminInviteWork } from './admin-invite.ts';
import { inviteSendWork } from './invite-send.ts';
import { copyLibraryWork } from './copy-library.ts';
import { mediaPrepareWork } from './media-prepare.ts';
import { objectsDeleteWork } from './objects-delete.ts';
import {
  paymentDetachWork,
  paymentEventWork,
  paymentReconcileWork,
  paymentRetryWork,
  paymentSandboxWork,
} from './payments.ts';
import { notificationMailWork } from './notification-mail.ts';
import { pushesWork, pushWork } from './push.ts';
import { commentReportWork, reportSendWork } from './report-send.ts';
import { revenueAccrueWork } from './revenue.ts';
import { walletCountriesWork, walletSettleWork } from './wallet.ts';
import { securitySendWork } from './security-send.ts';
import { sportChangedWork } from './sport-changed.ts';
import { searchRefreshWork } from './search-refresh.ts';
import { supportMailWork } from './support-mail.ts';

/** The work of every job. */
export const jobWorks = (services: Services): JobWorks => ({
  'media.prepare': mediaPrepareWork(services),
  'publication.goLive': goLiveWork(services),
  'publication.announce': announceWork(services),
  'notification.push': pushWork(services),
  'notification.pushes': pushesWork(services),
  'notification.mail': notificationMailWork(services),
  'digest.make': digestMakeWork(services),
  'digest.push': digestPushWork(services),
  'digest.mail': digestMailWork(services),
  'code.send': codeSendWork(services),
  'security.send': securitySendWork(services),
  'report.send': reportSendWork(services),
  'comment.report': commentReportWork(services),
  'support.mail': supportMailWork(services),
  'decision.mail': decisionMailWork(services),
  'organization.copyLibrary': copyLibraryWork(services),
  'account.hide': accountHideWork(services),
  'guardian.mail': guardianMailWork(services),
  'invite.send': inviteSendWork(services),
  'admin.invite': adminInviteWork(services),
  'account.erase': accountEraseWork(services),
  'export.make': exportMakeWork(services),
  'export.mail': exportMailWork(services),
  'payments.event': paymentEventWork(services),
  'payments.retry': paymentRetryWork(services),
  'payments.detach': paymentDetachWork(services),
  'payments.reconcile': paymentReconcileWork(services),
  'payments.sandbox': paymentSandboxWork(services),
  'billing.run': billingWork(services),
  'storage.refund': storageRefundWork(services),
  'revenue.accrue': revenueAccrueWork(services),
  'wallet.settle': walletSettleWork(services),
  'wallet.countries': walletCountriesWork(services),
  'objects.delete': objectsDeleteWork(services),
  'sport.changed': sportChangedWork(services),
  'search.refresh': searchRefreshWork(services),
  housekeeping: housekeepingWork(services),
});

import type { CallId } from '#contract/calls.ts';
import type { Expected, Variant } from './expect.ts';
import { FORMER_ADMIN, type Actor } from './fixtures.ts';

type Outcome = Expected | Partial<Record<Variant, Expected>> | ((actor: Actor, variant: Variant) => Expected);

const NOT_FOUND = 'access.not_found';
/** Rows that the input names besides the rule's row: another person's row is refused like a missing one. */
const REFUSED = { other: NOT_FOUND, missing: NOT_FOUND, deleted: NOT_FOUND };
const HIDDEN: Outcome = { missing: NOT_FOUND, deleted: NOT_FOUND };
/** Deleting only marks a publication, and its comments can no longer be changed. */
const NO_COMMENT: Outcome = { deleted: 'comment.gone' };
const NO_OWN: Outcome = { own: 'rating.own_content' };

const isOrganizationAt = ({ scope, userScope }: Actor, variant: Variant): boolean =>
  variant === 'own' && scope !== userScope;
/** The rows of others are those of an organization. */
const isOrganizationOfOthers = ({ name }: Actor, variant: Variant): boolean =>
  name === FORMER_ADMIN && variant === 'other';

const AS_LEARNER: Outcome = (actor, variant) => (variant === 'own' && actor.facts.isLearner ? 'ok' : NOT_FOUND);
const AS_EDUCATOR: Outcome = (actor, variant) => (variant === 'own' && actor.facts.isEducator ? 'ok' : NOT_FOUND);
const AS_ORGANIZATION: Outcome = (actor, variant) => (isOrganizationAt(actor, variant) ? 'ok' : NOT_FOUND);

/** Only the Owner may change what others are. */
const AS_OWNER: Outcome = ({ name }, variant) => {
  if (variant !== 'own') return NOT_FOUND;
  return name === 'organization owner' ? 'ok' : 'access.denied';
};

/** Administers an organization without being its Owner. */
const isAdminOnly = (name: string): boolean => name.includes('admin') && name !== 'superadmin';
/** Of an organization only the Owner may change what is paid. */
const AS_PAYER: Outcome = (actor) => (isAdminOnly(actor.name) ? 'access.denied' : 'ok');

/** Results of calls that the rule allows, where the result is not `ok`. */
const OUTCOMES: Partial<Record<CallId, Outcome>> = {
  // Their right input is made by a device or an app: the tests of the domains have it.
  'account.addPasskey': 'auth.passkey_expired',
  'account.renamePasskey': REFUSED,
  'account.deletePasskey': REFUSED,
  // The rows of an organization's admin are those of its owner, whose archive is theirs alone.
  'account.exportLink': ({ name }, variant) =>
    variant === 'own' && name !== 'organization admin' ? 'account.export_over' : NOT_FOUND,
  'account.confirmTwoFactor': 'account.two_factor_not_started',
  'account.stopTwoFactor': 'account.two_factor_off',
  'account.makeRecoveryCodes': 'account.two_factor_off',
  'auth.confirmLogin': 'auth.second_step_over',
  'auth.passkeySignIn': 'auth.passkey_unknown',
  'account.delete': ({ name }) => (name === 'organization owner' ? 'account.last_owner' : 'ok'),
  'account.askGuardian': ({ facts }) => (facts.isMinor ? 'ok' : 'guardian.not_needed'),
  // A Launched sport; one who joins with it needs no consent.
  'subscriptions.create': ({ facts }) => (facts.isMinor ? 'age.consent_needed' : 'ok'),
  'users.read': (actor, variant) =>
    (variant === 'other' && !isOrganizationOfOthers(actor, variant)) ||
    (variant === 'own' && actor.scope === actor.userScope)
      ? 'ok'
      : NOT_FOUND,
  // People block people, and nobody themselves.
  'blocks.block': (actor, variant) => {
    if (variant === 'own') return actor.scope === actor.userScope ? 'block.self' : NOT_FOUND;
    return variant === 'other' && !isOrganizationOfOthers(actor, variant) ? 'ok' : NOT_FOUND;
  },
  'users.readLearner': AS_LEARNER,
  'users.setLearner': AS_LEARNER,
  'users.readEducator': AS_EDUCATOR,
  'users.setEducator': AS_EDUCATOR,
  'users.readOrganization': AS_ORGANIZATION,
  'users.setOrganization': AS_ORGANIZATION,
  // Nobody has a bank account yet. Only the Owner moves the money of an organization.
  'wallet.startRegistration': ({ name }) => (isAdminOnly(name) ? 'access.denied' : 'ok'),
  'wallet.payout': ({ name }) => (isAdminOnly(name) ? 'access.denied' : 'wallet.not_registered'),
  'wallet.sandboxRegister': HIDDEN,
  'profiles.read': HIDDEN,
  'profiles.personalInfo': HIDDEN,
  'profiles.basicInfo': HIDDEN,
  'profiles.contacts': HIDDEN,
  'profiles.sportInterests': HIDDEN,
  'profiles.sportRoles': HIDDEN,
  'profiles.sportBios': HIDDEN,
  'profiles.organizationInfo': (actor, variant) =>
    isOrganizationAt(actor, variant) || isOrganizationOfOthers(actor, variant) ? 'ok' : NOT_FOUND,
  'profiles.setPersonalInfo': (actor) => (actor.scope === actor.userScope ? 'ok' : NOT_FOUND),
  'applications.verify': REFUSED,
  'applications.saveEducations': REFUSED,
  'applications.applyForSport': REFUSED,
  'desk.discussions': HIDDEN,
  'desk.setCommentRemoved': { missing: 'comment.gone', deleted: 'comment.gone' },
  'desk.decideReport': (_actor, variant) => (variant === 'missing' ? NOT_FOUND : 'report.decided'),
  'desk.decideContentReport': (_actor, variant) => (variant === 'missing' ? NOT_FOUND : 'report.decided'),
  'desk.decidePersonReport': (_actor, variant) =>
    variant === 'missing' || variant === 'deleted' ? NOT_FOUND : 'report.decided',
  'desk.restoreContent': (_actor, variant) => (variant === 'missing' ? NOT_FOUND : 'desk.done_meanwhile'),
  'reports.content': { own: 'report.own', missing: 'publish.not_published', deleted: 'publish.not_published' },
  // Organizations are not reported, their contents are.
  'reports.person': (actor, variant) => {
    if (isOrganizationAt(actor, variant) || isOrganizationOfOthers(actor, variant)) return NOT_FOUND;
    if (variant === 'own') return 'report.own';
    return variant === 'other' ? 'ok' : NOT_FOUND;
  },
  'desk.signOutPerson': HIDDEN,
  'desk.setFeatured': HIDDEN,
  'desk.retryJob': NOT_FOUND,
  'desk.setAffiliateCode': HIDDEN,
  // An operator suspends no operator, themselves included.
  'desk.setSuspended': { own: 'desk.not_suspendable', missing: NOT_FOUND, deleted: NOT_FOUND },
  'desk.exchangeLogin': 'desk.login_over',
  'applications.read': HIDDEN,
  'applications.decide': HIDDEN,
  // The applications of the fixtures have no documents; the tests of the domain have.
  'applications.readDocument': NOT_FOUND,
  // Sent again with its own id it corrects; each person has one that waits.
  'organizations.create': { other: NOT_FOUND, missing: 'organization.exists', deleted: 'organization.exists' },
  'organizations.register': REFUSED,
  'organizations.read': HIDDEN,
  'organizations.admins': REFUSED,
  'organizations.changeAdminRole': AS_OWNER,
  'organizations.removeAdmin': AS_OWNER,
  'organizations.inviteAdminsByEmails': REFUSED,
  'organizations.inviteAdminsByUsers': REFUSED,
  'organizations.adminInvitations': REFUSED,
  // The Owner has sent the one of its organization.
  'organizations.cancelAdminInvitation': ({ name }, variant) =>
    variant === 'own' && name !== 'organization admin' ? 'ok' : NOT_FOUND,
  'organizations.answerAdminInvitation': REFUSED,
  'organizations.decide': HIDDEN,
  'library.createContent': REFUSED,
  'library.moveContents': REFUSED,
  'upload.chunk': { other: NOT_FOUND, deleted: 'upload.gone' },
  'upload.read': { other: NOT_FOUND, deleted: 'upload.gone' },
  'upload.cancel': { other: NOT_FOUND },
  'channels.read': HIDDEN,
  'channels.playlists': HIDDEN,
  'playlists.read': HIDDEN,
  'channels.follow': { own: 'channel.own', missing: NOT_FOUND, deleted: NOT_FOUND },
  'publications.read': { deleted: 'publish.not_published' },
  'publications.update': { deleted: 'publish.not_published' },
  'publications.updateCover': { deleted: 'publish.not_published' },
  'watch.detail': { missing: 'publish.not_published', deleted: 'publish.not_published' },
  'invites.change': REFUSED,
  'invites.delete': REFUSED,
  'invites.resend': REFUSED,
  'invites.remind': REFUSED,
  'invites.changeOwnCode': REFUSED,
  // Its right input is made by a mail.
  'invites.refuse': 'invite.link_unknown',
  'account.endSession': REFUSED,
  'devices.test': REFUSED,
  // Nobody has a trial of tennis.
  'subscriptions.upgrade': ({ facts }) => (facts.isMinor ? 'age.consent_needed' : 'subscription.not_upgradable'),
  'invoices.read': REFUSED,
  // Paid already.
  'invoices.pay': { ...REFUSED, own: 'invoice.not_open' },
  'invoices.refresh': REFUSED,
  'payments.finishSetup': REFUSED,
  'payments.setPreferred': REFUSED,
  'payments.delete': REFUSED,
  'payments.sandboxConfirm': REFUSED,
  'payments.sandboxAuthenticate': REFUSED,
  'storage.preview': AS_PAYER,
  // Every scope has a plan.
  'storage.purchase': (actor) => {
    if (actor.facts.isMinor) return 'age.consent_needed';
    return isAdminOnly(actor.name) ? 'access.denied' : 'storage.not_larger';
  },
  'storage.upgrade': AS_PAYER,
  'storage.downgrade': AS_PAYER,
  'storage.cancel': AS_PAYER,
  'storage.refund': AS_PAYER,
  'ratings.create': NO_OWN,
  'ratings.update': NO_OWN,
  'comments.answer': NO_COMMENT,
  'comments.deleteAnswer': NO_COMMENT,
  'comments.hide': NO_COMMENT,
};

export const outcomeOf = (call: string, actor: Actor, variant: Variant): Expected => {
  const outcome = OUTCOMES[call as CallId];
  if (typeof outcome === 'function') return outcome(actor, variant);
  return (typeof outcome === 'object' ? outcome[variant] : outcome) ?? 'ok';
};

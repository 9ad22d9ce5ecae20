import { REPEAT_DAYS } from './applications-limits.ts';
import { kinds } from './problem-kinds.ts';

/** Problems of applications and of the registration of organizations. */
export const applicationProblems = kinds({
  'application.exists': { status: 409, message: () => 'You have applied for this sport already.' },
  'application.too_early': {
    status: 409,
    message: (d) =>
      `You can apply for this sport again ${REPEAT_DAYS} days after the answer${d['from'] ? `, from ${d['from']} on` : ''}.`,
  },
  'application.not_applicant': {
    status: 403,
    message: () => 'Only people who apply as a Creator can apply for a sport.',
  },
  'application.roles_needed': {
    status: 400,
    field: 'sportRoleParticipationLevelMapping',
    message: () =>
      'To apply as a coach, choose Coach, Trainer, or Athlete at the level Professional, National Team or Retired.',
  },
  'application.answer_missing': { status: 400, field: 'sportAnswers', message: () => 'Please answer every question.' },
  'application.unknown_education': {
    status: 400,
    message: () => 'This degree or license is not on the list any more.',
  },
  // The step of the registration that failed (APP-070…APP-074). Like every 5xx, another try may succeed.
  'application.not_created': { status: 500, message: () => 'Sorry, application was not created.' },
  'application.failed': { status: 500, message: () => 'Sorry, something went wrong.' },
  'application.user_not_created': { status: 500, message: () => 'User was not created.' },
  'application.profile_not_created': { status: 500, message: () => 'Sorry, profile was not created.' },
  'application.user_not_updated': { status: 500, message: () => 'Sorry, user was not updated.' },
  'application.decided': { status: 409, message: () => 'This application was decided already.' },
  // Drafts and documents (decision 0088)
  'application.draft_changed': {
    status: 409,
    message: () => 'This application was changed in another tab or on another device.',
  },
  'application.drafts_full': {
    status: 409,
    message: () => 'You have begun many applications. Finish or delete one first.',
  },
  'application.document_too_large': {
    status: 413,
    message: () => 'This file is too large. A document can have at most 10 MB.',
  },
  'application.document_encrypted': {
    status: 422,
    message: () => 'This PDF is protected by a password. Please choose a copy without one.',
  },
  'application.document_unreadable': {
    status: 415,
    message: () => 'This file cannot be read. Please choose a PDF, JPG or PNG.',
  },
  'application.document_missing': { status: 409, message: () => 'A document of this application has not arrived yet.' },
  'application.documents_full': {
    status: 409,
    message: () => 'You have sent many documents. Please try again tomorrow.',
  },
  'organization.exists': {
    status: 409,
    message: () => 'You have applied for an organization already. We will contact you within 48 hours.',
  },
  // Administrators (D-234…D-236, decision 0092)
  'organization.owner_needed': {
    status: 409,
    message: () => 'An organization needs its Owner. Transfer the ownership first.',
  },
  'organization.is_admin': { status: 409, message: () => 'This person is an administrator already.' },
  'organization.invited': { status: 409, message: () => 'This person is invited already.' },
  'organization.closed': { status: 403, message: () => 'Applications are closed at the moment.' },
});

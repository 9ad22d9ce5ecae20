import { FEATURED_MAX } from './limits.ts';
import { kinds } from './problem-kinds.ts';
import { doneMeanwhile } from './text/desk-meanwhile.ts';

/** Problems of the operator's desk, and of reports to it. Source: decision 0094, decision 0114, decision 0120, decision 0122, decision 0126, decision 0130. */
export const deskProblems = kinds({
  'desk.no_login': {
    status: 409,
    message: () => 'Nobody can log in to this account: it is an operator’s, suspended or deleted.',
  },
  'desk.not_suspendable': {
    status: 409,
    message: () => 'This account is an operator’s or deleted. Neither can be suspended or restored.',
  },
  'desk.done_meanwhile': {
    status: 409,
    message: doneMeanwhile,
  },
  'desk.sport_changed': {
    status: 409,
    message: () => 'Another operator changed this sport meanwhile. Close this and look at it again.',
  },
  'desk.sport_in_use': {
    status: 409,
    message: () =>
      'People have joined this sport: they pay for it, try it, are in its Beta or publish in it. This would take something away from them, so it is not done.',
  },
  'desk.sport_step': {
    status: 409,
    message: () => 'A sport goes one step at a time: waitlist, Beta, launched. One that is not active opens first.',
  },
  'desk.featured_hidden': {
    status: 409,
    message: () => 'Members do not see this now, so it cannot be featured. Look for it again.',
  },
  'desk.featured_full': {
    status: 409,
    message: () => `There is room for ${FEATURED_MAX}, and as many are featured. Take one out first.`,
  },
  'desk.featured_changed': {
    status: 409,
    message: () =>
      'Another operator changed the list meanwhile. Nothing was saved. Your order is kept with their changes in it: look at it, then save it again.',
  },
  'setting.out_of_bounds': {
    status: 422,
    field: 'value',
    message: (d) => `Please enter a whole number from ${d['least'] ?? 1} to ${d['most'] ?? 1000}.`,
  },
  'setting.text_too_long': {
    status: 422,
    field: 'text',
    message: (d) => `This text has at most ${d['most'] ?? 240} characters.`,
  },
  'setting.changed_meanwhile': {
    status: 409,
    message: () =>
      'Another operator changed this meanwhile. What you entered is kept: compare it with theirs, then save it again.',
  },
  'code.exists': {
    status: 409,
    field: 'code',
    message: () => 'This code exists already. Choose another one, or leave the field empty for a new one.',
  },
  'code.no_creator': {
    status: 422,
    field: 'creator',
    message: () =>
      'No approved Creator has this username or email, or the account is suspended. Look the person up under People.',
  },
  'code.discount_too_high': {
    status: 422,
    field: 'discountAmountValue',
    message: (d) => `The discount is at most ${d['most'] ?? '100 %'}.`,
  },
  'code.fee_too_high': {
    status: 422,
    field: 'customerMarketingFeeValue',
    message: (d) => `The fee is at most ${d['most'] ?? '30 %'}: it is paid from the platform’s share.`,
  },
  'code.maximum_unused': {
    status: 422,
    field: 'maximumQuantityOfCodes',
    message: () => 'A maximum counts subscriptions that begin with a discount, and this code gives none.',
  },
  'code.below_used': {
    status: 422,
    field: 'maximumQuantityOfCodes',
    message: (d) => `Enter ${d['used'] ?? 1} or more: so many subscriptions have begun with this code.`,
  },
  'code.start_past': { status: 422, field: 'startDate', message: () => 'Choose today or a later day.' },
  'code.expiry_past': { status: 422, field: 'expiryDate', message: () => 'Choose today or a later day.' },
  'code.expiry_before_start': {
    status: 422,
    field: 'expiryDate',
    message: () => 'A code ends on its first day or later.',
  },
  'code.changed_meanwhile': {
    status: 409,
    message: () =>
      'Another operator changed this code meanwhile. What you entered is kept: compare it with theirs, then save it again.',
  },
  'desk.login_over': { status: 410, message: () => 'This link has expired or was used already.' },
  'report.decided': { status: 409, message: () => 'Another operator decided about this meanwhile.' },
  'report.own': { status: 403, message: () => 'You cannot report what is your own.' },
  'report.enough': {
    status: 409,
    message: () => 'You have reported a lot today. Please try again tomorrow.',
  },
});

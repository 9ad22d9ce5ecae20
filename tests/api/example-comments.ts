import { newId } from '#contract/ids.ts';
import { TEXTS } from '#server/seeds/settings.ts';
import { DIFFERENCE, PROMOTION_ID } from './fixtures.ts';
import { about, comment, just, type Build } from './example-parts.ts';

const aboutMember: Build = ({ world }) => ({
  input: { userId: world.actor('member').userId, reason: 'They asked for help.' },
});

const WELCOME = TEXTS.find(({ name }) => name === 'welcome')!.text;

const NEW_CODE = {
  durationInMonths: 3,
  maximumQuantityOfCodes: null,
  startDate: null,
  expiryDate: null,
  reason: 'As agreed.',
};
/** A later end: what it is already by a repeat. */
const codeLimits = {
  isPaused: false,
  maximumQuantityOfCodes: null,
  expiryDate: '2090-12-31',
  was: { isPaused: false, maximumQuantityOfCodes: null, expiryDate: null },
  reason: 'As agreed.',
};

/** Calls about comments and blocks, and those of the operator's desk. */
export const COMMENT_EXAMPLES = {
  'comments.list': just({}),
  'comments.people': about((rows) => ({ input: { publishedContentId: rows.publication } })),
  'comments.answer': about((rows) => ({ input: { ...comment(rows), answer: 'Thank you.' } })),
  'comments.deleteAnswer': about((rows) => ({ input: comment(rows) })),
  'comments.hide': about((rows) => ({ input: { ...comment(rows), isHidden: true } })),
  'comments.like': about((rows) => ({ input: comment(rows) }), { of: 'others', reaches: ['owner', 'fellows'] }),
  'comments.unlike': about((rows) => ({ input: comment(rows) }), { of: 'others', after: 'comments.like' }),
  'comments.report': about((rows) => ({ input: { ...comment(rows), reason: 'spam' } }), { of: 'others' }),
  'blocks.block': about((rows) => ({ input: { personId: rows.owner, name: 'Ana Test', userPhoto: null } }), {
    of: 'others',
  }),
  'blocks.unblock': about((rows) => ({ input: { personId: rows.owner } }), { of: 'others', after: 'blocks.block' }),
  'desk.discussions': about((rows) => ({ input: { channelId: rows.channel } })),
  'desk.setCommentRemoved': about((rows) => {
    const { publishedContentId, commentId: id } = comment(rows);
    return { input: { channelId: rows.channel, id, publishedContentId, hidden: true, reason: 'It names a child.' } };
  }),
  'desk.reports': just({}),
  // The fixtures have no report; the tests of the domain have.
  'desk.decideReport': about((rows) => ({ input: { ...comment(rows), decision: 'kept', reason: 'It is only rude.' } })),
  'desk.decideContentReport': about((rows) => ({
    input: { reason: 'It is only loud.', publishedContentId: rows.publication, decision: 'kept' },
  })),
  'desk.decidePersonReport': about((rows) => ({
    input: { reason: 'It is their own name.', userId: rows.owner, decision: 'kept' },
  })),
  'desk.restoreContent': about((rows) => ({
    input: { reason: 'It shows nobody.', publishedContentId: rows.publication },
  })),
  'reports.content': about(
    (rows) => ({ input: { text: 'Shoes.', publishedContentId: rows.publication, reason: 'spam' } }),
    {
      of: 'others',
    },
  ),
  'reports.person': about((rows) => ({ input: { text: 'I am she.', userId: rows.owner, reason: 'pretends' } }), {
    of: 'others',
  }),
  'desk.people': just({ search: 'test' }),
  'desk.jobs': just({}),
  // A job of that id failed where the call is to succeed (effects.ts); elsewhere there is none.
  'desk.retryJob': about((rows) => ({ input: { id: rows.publication, reason: 'The mail server works.' } })),
  'desk.money': just({}),
  'desk.failedPayouts': just({}),
  'desk.compareMoney': just({ reason: 'The provider was away.' }),
  // It is open again where the call is to succeed (effects.ts).
  'desk.explainDifference': just({ movementId: DIFFERENCE, explained: true, reason: 'Made by hand.' }),
  'desk.acts': just({}),
  'desk.sports': just({}),
  // A sport in which nobody of the fixtures has a row. It waits again where the call is to succeed (effects.ts).
  'desk.setSport': just({
    id: 'boxing',
    sportType: 'Beta',
    isActive: true,
    was: { sportType: 'WaitList', isActive: true },
    reason: 'Three Creators are approved.',
  }),
  'desk.codes': just({}),
  'desk.issuePromotionalCode': just({
    ...NEW_CODE,
    discountAmountUnit: 'percent',
    discountAmountValue: 50,
    sports: ['soccer'],
  }),
  'desk.issueAffiliateCode': just({
    ...NEW_CODE,
    creator: 'creator',
    name: 'Spring',
    customerMarketingFeeUnit: 'percent',
    customerMarketingFeeValue: 20,
  }),
  'desk.setPromotionalCode': just({ ...codeLimits, id: PROMOTION_ID }),
  'desk.setAffiliateCode': about((rows) => ({ input: { ...codeLimits, id: rows.ownCode } })),
  'desk.settings': just({}),
  // What it is already: nothing is changed, however often it is called.
  'desk.setVariable': just({ name: 'views_calculation.percentage', value: 20, was: 20, reason: 'As agreed.' }),
  'desk.setFlag': just({ name: 'StoragePlans', state: 'on', was: 'on', reason: 'As agreed.' }),
  'desk.setPageText': just({ name: 'welcome', text: WELCOME, was: WELCOME, reason: 'As agreed.' }),
  'desk.featured': just({}),
  'desk.findFeaturable': just({ search: 'test' }),
  'desk.setFeatured': about((rows) => ({ input: { reason: 'A strong start.', id: rows.channel, featured: true } })),
  // Nothing is featured: nothing is changed, however often it is called.
  'desk.orderFeatured': just({ ids: [], was: [], reason: 'As agreed.' }),
  'desk.signOutPerson': about((rows) => ({ input: { reason: 'The phone was stolen.', userId: rows.owner } }), {
    of: 'others',
    reaches: ['owner'],
  }),
  'desk.setSuspended': about(
    (rows) => ({ input: { reason: 'Insults in many comments.', userId: rows.owner, suspended: true } }),
    { of: 'others', reaches: ['owner', 'fellows'] },
  ),
  'desk.makeLogin': aboutMember,
  // No link has these tokens; the tests of the domain have some.
  'desk.exchangeLogin': ({ world }: Parameters<Build>[0]) => ({
    input: { access: 'a', refresh: 'b', userId: world.actor('member').userId, profileId: newId() },
  }),
} as const;

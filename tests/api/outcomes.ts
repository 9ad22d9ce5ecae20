import type { CallId } from '#contract/calls.ts';
import type { Expected, Variant } from './expect.ts';
import type { Actor } from './fixtures.ts';

type Outcome = Expected | Partial<Record<Variant, Expected>> | ((actor: Actor, variant: Variant) => Expected);

const NOT_FOUND = 'access.not_found';
/** Rows that the input names besides the rule's row: another person's row is refused like a missing one. */
const REFUSED: Outcome = { other: NOT_FOUND, missing: NOT_FOUND, deleted: NOT_FOUND };
const HIDDEN: Outcome = { missing: NOT_FOUND, deleted: NOT_FOUND };
const NO_OWN: Outcome = { own: 'rating.own_content' };

/** Results of calls that the rule allows, where the result is not `ok`. */
const OUTCOMES: Partial<Record<CallId, Outcome>> = {
  'users.setLearner': (actor, variant) => (variant === 'own' && actor.facts.isLearner ? 'ok' : NOT_FOUND),
  'users.setEducator': (actor, variant) => (variant === 'own' && actor.facts.isEducator ? 'ok' : NOT_FOUND),
  'library.createContent': REFUSED,
  'library.moveContents': REFUSED,
  'upload.chunk': { other: NOT_FOUND, deleted: 'upload.gone' },
  'upload.read': { other: NOT_FOUND, deleted: 'upload.gone' },
  'upload.cancel': { other: NOT_FOUND },
  'channels.read': HIDDEN,
  'channels.playlists': HIDDEN,
  'channels.follow': { own: 'channel.own', missing: NOT_FOUND, deleted: NOT_FOUND },
  'publications.read': { deleted: 'publish.not_published' },
  'watch.detail': { missing: 'publish.not_published', deleted: 'publish.not_published' },
  'devices.test': REFUSED,
  'ratings.create': NO_OWN,
  'ratings.update': NO_OWN,
};

export const outcomeOf = (call: string, actor: Actor, variant: Variant): Expected => {
  const outcome = OUTCOMES[call as CallId];
  if (typeof outcome === 'function') return outcome(actor, variant);
  return (typeof outcome === 'object' ? outcome[variant] : outcome) ?? 'ok';
};

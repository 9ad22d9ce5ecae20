import { userScope } from '#contract/ids.ts';
import { registerEffects } from '../outbox/actions.ts';

registerEffects('blocks', {
  // The person's own, also where they act for an organization.
  'blocks.block': (change, { personId, name, userPhoto }, { owner, queuedAt }) =>
    change.put('blocks', {
      id: personId,
      scope: userScope(owner),
      name: name.trim(),
      userPhoto: userPhoto ?? null,
      blockedAt: queuedAt,
    }),
  'blocks.unblock': (change, { personId }) => change.remove('blocks', personId),
});

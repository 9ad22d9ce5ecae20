import { registerEffects } from '../outbox/actions.ts';

registerEffects('support', {
  // The address of a new picture is the server's: the pull brings it.
  'support.send': (change, { id, kind, topic, message }, { scope, queuedAt }) =>
    change.put('supportRequests', {
      id,
      scope,
      kind,
      topic: topic.trim(),
      message: message.trim(),
      screenshot: null,
      state: 'received',
      createdAt: queuedAt,
    }),
});

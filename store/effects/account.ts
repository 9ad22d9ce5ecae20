import { registerEffects } from '../outbox/actions.ts';
import { patchMe } from './patch-me.ts';

registerEffects('account', {
  'account.change': (change, { firstName, lastName, communicationMethod }, { scope }) =>
    patchMe(change, scope, () => ({
      ...(firstName !== undefined && { firstName: firstName.trim() }),
      ...(lastName !== undefined && { lastName: lastName.trim() }),
      ...(communicationMethod !== undefined && { communicationMethod }),
    })),
});

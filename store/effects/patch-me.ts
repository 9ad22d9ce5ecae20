import type { Me } from '#contract/rows.ts';
import type { LocalChange } from '../outbox/local-change.ts';

const USER_SCOPE = 'user:';

/** Changes the person's row, which has the person's id; a device that has not got it yet is left alone. */
export const patchMe = async (change: LocalChange, scope: string, fields: (me: Me) => Partial<Me>): Promise<void> => {
  const me = await change.get('me', scope.slice(USER_SCOPE.length));
  if (me) await change.patch('me', me.id, fields(me));
};

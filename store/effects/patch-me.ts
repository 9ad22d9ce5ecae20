import type { Me } from '#contract/rows.ts';
import type { LocalChange } from '../outbox/local-change.ts';

const USER_SCOPE = 'user:';

/** Changes the user's row, whose id is the user's. Does nothing before the first pull has brought it. */
export const patchMe = async (change: LocalChange, scope: string, fields: (me: Me) => Partial<Me>): Promise<void> => {
  const me = await change.get('me', scope.slice(USER_SCOPE.length));
  if (me) await change.patch('me', me.id, fields(me));
};

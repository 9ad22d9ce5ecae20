import type { TagProfile } from '#contract/rows.ts';
import type * as v from 'valibot';
import { useScope } from '#app/data/me.ts';
import { useLive } from '#app/data/use-live.ts';

export type TagGroup = v.InferOutput<typeof TagProfile>;

/** Saved tag groups in their order; undefined while the first read runs. */
export const useTagGroups = (): TagGroup[] | undefined => {
  const scope = useScope();
  return useLive((db) => db.tagProfiles.where('scope').equals(scope).sortBy('position'), [scope]);
};

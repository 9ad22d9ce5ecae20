import { follow, unfollow } from '#contract/channels.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { AddIcon, CheckIcon } from '#ui/icons.ts';
import { useMe } from '../data/me.ts';
import { useAct } from '../data/use-act.ts';
import { useOwnRows } from '../data/use-own-rows.ts';

/** Ids of the channels the person follows, unsent changes included. */
export const useFollowedIds = (): ReadonlySet<string> => {
  const keys = useOwnRows((db) => db.follows.toCollection().primaryKeys(), []);
  return new Set(keys);
};

/** Follow or stop following, also offline. */
export function FollowButton({ channelId, name, size = 'm' }: { channelId: string; name: string; size?: 'l' | 'm' }) {
  const act = useAct();
  const me = useMe();
  const isFollowing = useFollowedIds().has(channelId);
  const toggle = () => {
    if (me) void act(isFollowing ? unfollow : follow, { channelId }, { scope: me.scope });
  };
  const words = isFollowing ? channelText.unfollow : channelText.follow;
  return (
    <Button
      size={size}
      variant={isFollowing ? 'outline' : 'tonal'}
      icon={isFollowing ? <CheckIcon /> : <AddIcon />}
      aria-label={`${words} ${name}`}
      onClick={toggle}
    >
      {words}
    </Button>
  );
}

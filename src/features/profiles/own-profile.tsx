import { listFollowed } from '#contract/channels.ts';
import { readFlag } from '#contract/pages.ts';
import { listSportBios, readProfile } from '#contract/profiles.ts';
import type { Me } from '#contract/rows.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { scopeOf, useMe } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useLive } from '#app/data/use-live.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { useUnsentPicture } from '#app/data/use-unsent-picture.ts';
import { useFollowedIds } from '#app/lists/follow-button.tsx';
import { useBlocked } from '#app/blocks/use-blocked.ts';
import { useReloadAfterBlocks } from '#app/blocks/use-unblocked.ts';
import { ListAge } from '#app/lists/list-age.tsx';
import { BlockedNote } from './blocked-note.tsx';
import { PersonMenu } from './person-menu.tsx';
import { ProfileBody, ProfileFrame } from './profile-page.tsx';
import { hideAll, ownView, type OwnRows } from './profile-view.ts';

/** Whether Height and Weight is shown; undefined while the flag was never read on this device. Source: PRO-010. */
const useHasPhysicalSize = (): boolean | undefined =>
  useAnswer(readFlag, { name: 'PhysicalSize' }, { isPublic: true }).answer?.isVisible;

/** The profile of the role that the person acts in, from this device. Source: PRO-001, PRO-042. */
export function OwnProfile() {
  const me = useMe();
  return me ? <ProfileOf key={scopeOf(me)} me={me} /> : null;
}

type Stored = Pick<OwnRows, 'sports' | 'contacts' | 'channels' | 'bioAnswers'> & {
  profile: OwnRows['profile'] | undefined;
};

const useStored = (scope: Me['scope']): Stored | undefined =>
  // oxlint-disable-next-line sideline/own-rows -- without a profile the page shows what the server answers
  useLive(
    async (db) => {
      const [profile, sports, contacts, channels, bioAnswers] = await Promise.all([
        db.profiles.where('scope').equals(scope).first(),
        db.sportInterests.where('scope').equals(scope).toArray(),
        db.contacts.where('scope').equals(scope).toArray(),
        db.channels.where('scope').equals(scope).sortBy('position'),
        db.bioAnswers.where('scope').equals(scope).toArray(),
      ]);
      return { profile, sports, contacts, channels, bioAnswers };
    },
    [scope],
  );

function ProfileOf({ me }: { me: Me }) {
  const scope = scopeOf(me);
  const stored = useStored(scope);
  if (!stored) return null;
  const { profile, ...rows } = stored;
  // Until the first pull of its rows the device has only what the server answers.
  return profile ? (
    <StoredProfile me={me} profile={profile} {...rows} />
  ) : (
    <AnsweredProfile id={scope.slice(scope.indexOf(':') + 1)} />
  );
}

function StoredProfile(rows: Omit<OwnRows, 'communities' | 'bios' | 'hasPhysicalSize'>) {
  const { profile } = rows;
  const hasPhysicalSize = useHasPhysicalSize();
  const followed = useFollowedIds();
  const communities = useAnswer(listFollowed, {}).answer?.results ?? [];
  const bios = useAnswer(listSportBios, {}).answer?.results ?? [];
  const photo = useUnsentPicture(profile.id, 'userPhoto');
  const logo = useUnsentPicture(profile.id, 'logo');
  const banner = useUnsentPicture(profile.id, 'bannerImage');
  const queued = useQueued();
  const view = ownView({
    ...rows,
    bios,
    hasPhysicalSize,
    communities: communities.filter(({ id }) => followed.has(id)),
  });
  return (
    <ProfileFrame name={view.page.name}>
      <ProfileBody
        view={view}
        photo={photo ?? logo}
        banner={banner}
        isWaiting={queued.has(profile.id)}
        age={<ListAge />}
      />
    </ProfileFrame>
  );
}

/** A profile by any of its ids, as the server lets the caller see it. Source: PRO-043, PRO-065. */
function AnsweredProfile({ id }: { id: string }) {
  const answered = useAnswer(readProfile, { id });
  const hasPhysicalSize = useHasPhysicalSize() ?? false;
  const blocked = useBlocked();
  useReloadAfterBlocks(answered.reload);
  const { answer } = answered;
  return (
    <ProfileFrame name={answer?.name}>
      <AnswerView answered={{ ...answered, isLoading: answered.isLoading || !blocked }} shape="card" placesAge>
        {(page, age) => {
          const isBlocked = blocked?.has(page.userId) === true;
          const shown = isBlocked ? hideAll(page) : page;
          const isPerson = !page.isOrganization && !page.isOwner;
          return (
            <ProfileBody
              view={{ page: shown, hasPhysicalSize, owner: undefined }}
              menu={isPerson && <PersonMenu page={page} isBlocked={isBlocked} />}
              instead={isBlocked && <BlockedNote page={page} />}
              age={age}
            />
          );
        }}
      </AnswerView>
    </ProfileFrame>
  );
}

/** The profile behind an address: the own one, if it is that of the role that the person acts in. Source: D-86, D-87. */
export function ProfileById({ id }: { id: string }) {
  const me = useMe();
  if (!me) return null;
  const { learnerId, educatorId, userId, profileId } = me;
  const scope = scopeOf(me);
  const own = scope === me.scope ? [userId, profileId, learnerId, educatorId] : [scope.slice(scope.indexOf(':') + 1)];
  return own.includes(id) ? <OwnProfile /> : <AnsweredProfile key={id} id={id} />;
}

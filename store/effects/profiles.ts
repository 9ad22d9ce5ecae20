import { adultOn, webAddress } from '#contract/profiles-fields.ts';
import { NEW_INTEREST_ID, OTHER_ROLE } from '#contract/profiles-sports.ts';
import type { Profile, SportInterest } from '#contract/rows.ts';
import { registerEffects } from '../outbox/actions.ts';
import type { LocalChange } from '../outbox/local-change.ts';
import { patchMe } from './patch-me.ts';

/** The given fields, trimmed; an empty text is none. */
const given = (fields: { [Field in keyof Profile]?: Profile[Field] | undefined }): Partial<Profile> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, typeof value === 'string' ? value.trim() || null : value]),
  );

const placesOf = async (change: LocalChange, table: 'contacts' | 'sportInterests', scope: string, ids: string[]) => {
  const place = new Map(ids.map((id, at) => [id, at]));
  const rows = (await change.list(table, scope)).toSorted(
    (a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length) || a.position - b.position,
  );
  for (const [position, row] of rows.entries())
    if (row.position !== position) await change.patch(table, row.id, { position });
};

type Items = readonly {
  id: string;
  sportId: string;
  sportInvolvement: readonly { role: string; participationLevel?: string | null | undefined }[];
}[];

/** Names of roles that are kept on the device: those that another sport of the person has, else the id in words. */
const involvementOf = async (
  change: LocalChange,
  scope: string,
  items: Items[number]['sportInvolvement'],
): Promise<SportInterest['sportInvolvement']> => {
  const known = (await change.list('sportInterests', scope)).flatMap(({ sportInvolvement }) => sportInvolvement);
  const inWords = (id: string) => {
    const words = id.replaceAll('-', ' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  };
  return items.map(({ role, participationLevel = null }) => {
    const isOther = role.startsWith(OTHER_ROLE);
    return {
      role: isOther ? 'other' : role,
      participationLevel,
      roleName: isOther
        ? role.slice(OTHER_ROLE.length)
        : (known.find((each) => each.role === role)?.roleName ?? inWords(role)),
      participationLevelName:
        participationLevel &&
        (known.find((each) => each.participationLevel === participationLevel)?.participationLevelName ??
          inWords(participationLevel)),
    };
  });
};

/** The own answer to a question; there is at most one. */
const bioAnswerOf = async (change: LocalChange, scope: string, sportId: string, question: string) =>
  (await change.list('bioAnswers', scope)).find((row) => row.sportId === sportId && row.question === question);

registerEffects('profiles', {
  // The addresses of new pictures are the server's: the pull brings them.
  'profiles.setPersonalInfo': async (change, input, { scope }) => {
    const { genderChoice, gender, dateOfBirth, city, state, country, firstName, lastName } = input;
    const ownWord = genderChoice === undefined || genderChoice === 'user_specified' ? gender : null;
    await change.patch(
      'profiles',
      input.profileId,
      given({
        genderChoice,
        gender: ownWord,
        dateOfBirth,
        city,
        state,
        country,
        ...(input.bannerImage === null && { bannerImage: null, originBannerImage: null }),
      }),
    );
    const names = {
      ...(firstName !== undefined && { firstName: firstName.trim() }),
      ...(lastName !== undefined && { lastName: lastName.trim() }),
      ...(input.userPhoto === null && { userPhoto: null }),
      // So that the next public act does not ask again.
      ...(dateOfBirth !== undefined && { adultOn: dateOfBirth === null ? null : adultOn(dateOfBirth) }),
    };
    if (Object.keys(names).length > 0) await patchMe(change, scope, () => names);
  },
  'profiles.setBasicInfo': (change, { userId: _userId, profileId, ...fields }) =>
    change.patch('profiles', profileId, given(fields)),
  'profiles.setVisibility': async (change, { userId: _userId, profileId, ...flags }) => {
    const profile = await change.get('profiles', profileId);
    const changed = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
    if (profile) await change.patch('profiles', profileId, { visibility: { ...profile.visibility, ...changed } });
  },
  'profiles.setOrganizationInfo': (
    change,
    { profileId, webSite, description, country, state, city, logo, bannerImage },
  ) =>
    change.patch(
      'profiles',
      profileId,
      given({
        webSite: webSite ? (webAddress(webSite) ?? webSite) : webSite,
        description,
        country,
        state,
        city,
        ...(logo === null && { logoImage: null, originPhoto: null }),
        ...(bannerImage === null && { bannerImage: null, originBannerImage: null }),
      }),
    ),
  'profiles.createContact': async (change, { id, title, socialLink }, { scope }) => {
    const others = (await change.list('contacts', scope)).filter((contact) => contact.id !== id);
    const position = Math.max(-1, ...others.map((contact) => contact.position)) + 1;
    await change.put('contacts', {
      id,
      scope,
      title: title.trim(),
      socialLink: webAddress(socialLink) ?? socialLink.trim(),
      position,
    });
  },
  'profiles.updateContact': (change, { id, title, socialLink }) =>
    change.patch('contacts', id, { title: title.trim(), socialLink: webAddress(socialLink) ?? socialLink.trim() }),
  'profiles.reorderContacts': (change, { contact_information_id_list: ids }, { scope }) =>
    placesOf(change, 'contacts', scope, ids),
  'profiles.deleteContacts': async (change, { contact_info_list: ids }) => {
    for (const id of ids) await change.remove('contacts', id);
  },
  'profiles.createSportInterests': async (change, { items }, { scope }) => {
    const others = await change.list('sportInterests', scope);
    let position = Math.max(-1, ...others.map((interest) => interest.position)) + 1;
    for (const { id: typed, sportId, sportInvolvement } of items) {
      const id = typed.startsWith(NEW_INTEREST_ID) ? typed.slice(NEW_INTEREST_ID.length) : typed;
      const words = sportId.replaceAll('-', ' ');
      await change.put('sportInterests', {
        id,
        scope,
        sportId,
        // The server's name comes with the pull; ids are its words in lower case.
        sportName: words.replaceAll(
          /(^| )(\p{L})/gu,
          (_, space: string, letter: string) => space + letter.toUpperCase(),
        ),
        sportType: 'Launched',
        sportInvolvement: await involvementOf(change, scope, sportInvolvement),
        position,
        isActive: true,
      });
      position += 1;
    }
  },
  'profiles.updateSportInterests': async (change, { items }, { scope }) => {
    for (const { id, sportInvolvement } of items)
      await change.patch('sportInterests', id, {
        sportInvolvement: await involvementOf(change, scope, sportInvolvement),
      });
  },
  'profiles.reorderSportInterests': (change, { sport_interest_list: ids }, { scope }) =>
    placesOf(change, 'sportInterests', scope, ids),
  'profiles.deleteSportInterests': async (change, { sport_interest_list: ids }) => {
    for (const id of ids) await change.remove('sportInterests', id);
  },
  'profiles.createBioAnswer': async (change, { id, sport_id: sportId, question, answer }, { scope }) => {
    const same = await bioAnswerOf(change, scope, sportId, question);
    await change.put('bioAnswers', { id: same?.id ?? id, scope, sportId, question, answer: answer.trim() });
  },
  'profiles.updateBioAnswer': async (change, { sport_id: sportId, question, answer }, { scope }) => {
    const stored = await bioAnswerOf(change, scope, sportId, question);
    if (!stored) return;
    if (answer.trim() === '') await change.remove('bioAnswers', stored.id);
    else await change.patch('bioAnswers', stored.id, { answer: answer.trim() });
  },
});

import { NEW_INTEREST_ID, OTHER_ROLE as OTHER_PREFIX } from '#contract/profiles-sports.ts';
import type { SportInterest } from '#contract/rows.ts';
import { customRolesOf, OTHER_ROLE, type RoleAnswers } from '#app/forms/role-answers.ts';

/** A sport of the form. */
export interface DraftSport {
  /** The row's id; a new one has `NEW_INTEREST_ID` before it. Source: PRO-068. */
  id: string;
  sportId: string;
  sportName: string;
  answers: RoleAnswers;
  /** What its roles lack; null if nothing. */
  missing: string | null;
}

interface Involved {
  role: string;
  participationLevel?: string | null | undefined;
}

/** The answers of a form for roles, each with the name of a role that the person named. */
const answersOf = (roles: readonly (Involved & { customName: string | undefined })[]): RoleAnswers => {
  const levelsOf = (involved: readonly Involved[]) =>
    involved.flatMap(({ participationLevel }) => (participationLevel ? [participationLevel] : []));
  const known = Map.groupBy(
    roles.filter(({ customName }) => customName === undefined),
    ({ role }) => role,
  );
  const [first, ...more] = Map.groupBy(
    roles.filter(({ customName }) => customName !== undefined),
    ({ customName }) => customName!,
  );
  return {
    levels: {
      ...Object.fromEntries([...known].map(([role, involved]) => [role, levelsOf(involved)])),
      ...(first && { [OTHER_ROLE]: levelsOf(first[1]) }),
    },
    customName: first?.[0] ?? '',
    more: more.map(([name, involved]) => ({ name, levels: levelsOf(involved) })),
  };
};

/** A stored sport as the form has it. */
export const draftOf = ({ id, sportId, sportName, sportInvolvement }: SportInterest): DraftSport => ({
  id,
  sportId,
  sportName,
  answers: answersOf(
    sportInvolvement.map((involved) => ({
      ...involved,
      customName: involved.role === OTHER_ROLE ? involved.roleName : undefined,
    })),
  ),
  missing: null,
});

export type SportItem = ReturnType<typeof toItem>;

/** The sports of a form with those of a refused change, as they were chosen. */
export const withItems = (sports: readonly DraftSport[], items: readonly SportItem[]): DraftSport[] => {
  const byId = new Map(sports.map((sport) => [sport.id, sport]));
  for (const { id, sportId, sportInvolvement } of items) {
    const words = sportId.replaceAll('-', ' ');
    byId.set(id, {
      id,
      sportId,
      sportName: byId.get(id)?.sportName ?? words.charAt(0).toUpperCase() + words.slice(1),
      answers: answersOf(
        sportInvolvement.map((involved) => ({
          ...involved,
          customName: involved.role.startsWith(OTHER_PREFIX) ? involved.role.slice(OTHER_PREFIX.length) : undefined,
        })),
      ),
      missing: null,
    });
  }
  return [...byId.values()];
};

/** A sport as the calls take it. Source: PRO-069. */
const toItem = ({ id, sportId, answers }: DraftSport) => {
  const { [OTHER_ROLE]: _custom, ...known } = answers.levels;
  const roles = [
    ...Object.entries(known).map(([role, levels]) => ({ role, levels })),
    ...customRolesOf(answers).map(({ name, levels }) => ({ role: `${OTHER_PREFIX}${name}`, levels })),
  ];
  return {
    id,
    sportId,
    sportInvolvement: roles.flatMap(({ role, levels }): Involved[] =>
      levels.length === 0 ? [{ role }] : levels.map((participationLevel) => ({ role, participationLevel })),
    ),
  };
};

const rowIdOf = ({ id }: DraftSport): string =>
  id.startsWith(NEW_INTEREST_ID) ? id.slice(NEW_INTEREST_ID.length) : id;

/** The changes of a form, in the order in which they are sent: new, removed, changed, order. Source: PRO-066. */
export const planOf = (sports: readonly DraftSport[], base: readonly DraftSport[]) => {
  const before = new Map(base.map((sport) => [sport.id, sport]));
  const kept = new Set(sports.map(({ id }) => id));
  const created = sports.filter(({ id }) => !before.has(id));
  const order = sports.map(rowIdOf);
  const withoutOrder = [...base.filter(({ id }) => kept.has(id)), ...created].map(rowIdOf);
  return {
    created: created.map(toItem),
    removed: base.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    changed: sports
      .filter((sport) => {
        const stored = before.get(sport.id);
        return stored && JSON.stringify(toItem(stored)) !== JSON.stringify(toItem(sport));
      })
      .map(toItem),
    order: order.join() === withoutOrder.join() ? undefined : order,
  };
};

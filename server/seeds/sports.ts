/** Sports, roles and participation levels. Source: D-330, D-331. */

/** The id of a reference row: its name in kebab-case. */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const BY_TYPE = {
  Launched: ['Soccer', 'Basketball', 'Ice Hockey', 'Tennis', 'Golf', 'Swimming', 'Volleyball', 'Track and Field'],
  Beta: ['Baseball', 'American Football', 'Rugby', 'Lacrosse', 'Gymnastics', 'Figure Skating', 'Cycling', 'Cricket'],
  WaitList: [
    'Rowing',
    'Badminton',
    'Table Tennis',
    'Judo',
    'Boxing',
    'Alpine Skiing',
    'Snowboarding',
    'Sport Climbing',
  ],
};
export const SPORTS = Object.entries(BY_TYPE)
  .flatMap(([sport_type, names]) => names.map((name) => ({ id: toSlug(name), name, sport_type })))
  .map((sport, position) => ({ ...sport, position }));

type Rule = 'levels_required' | 'levels_optional' | 'no_levels';
const role = (name: string, rule: Rule, levels: string[], id = toSlug(name)) => ({ id, name, rule, levels });
const LEVELS_OF = [
  role('Athlete', 'levels_required', [
    'Recreational',
    'School',
    'Club',
    'College/University',
    'Semi-Professional',
    'Professional',
    'National Team',
    'Masters',
    'Retired',
  ]),
  role('Coach', 'levels_required', [
    'Youth',
    'School',
    'Club',
    'College/University',
    'Semi-Professional',
    'Professional',
    'National Team',
  ]),
  role('Parent/Guardian', 'levels_optional', ['Recreational', 'School', 'Club', 'Elite Youth']),
  role('Fan', 'no_levels', []),
  role('Official/Referee', 'levels_required', ['Local', 'Regional', 'National', 'International']),
  role('Trainer', 'levels_optional', ['Youth', 'Club', 'College/University', 'Professional']),
  role('Sport Scientist', 'levels_optional', ['Club', 'College/University', 'Professional', 'National Team']),
  role('Team Manager/Administrator', 'levels_optional', ['School', 'Club', 'College/University', 'Professional']),
  role('Scout', 'levels_optional', ['Regional', 'National', 'International']),
  role('Volunteer', 'no_levels', []),
  role('Other', 'levels_optional', ['Recreational', 'Club', 'Professional']),
];
export const LEVELS = [...new Set(LEVELS_OF.flatMap(({ levels }) => levels))].map((name) => ({
  id: toSlug(name),
  name,
}));
export const ROLES = LEVELS_OF.map((each, position) => ({ ...each, position, levels: each.levels.map(toSlug) }));

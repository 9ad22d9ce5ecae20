import { demoNumber } from './ids.ts';
import { DEMO_FOLLOWS, DEMO_SUBSCRIPTIONS, type DemoPerson } from './people.ts';

const FIRST = (
  'Aisha Anton Bea Bruno Carla Chidi Dario Elena Emre Farah Felix Freya Gabriel Hana Hugo Ines Ivan Jana Kai Katya ' +
  'Leila Liam Lucia Luka Maja Malik Marta Milan Nadia Nico Noor Olga Omar Paula Petra Rafael Rita Sami Sara Sofia ' +
  'Stefan Tara Theo Tomas Vera Yara Yusuf Zoe'
).split(' ');
const LAST = (
  'Adeyemi Almeida Berg Bianchi Cho Costa Dahl Dubois Eriksen Ferrari Garcia Haddad Horvat Ito Jansen Kaya Keller ' +
  'Kim Kovacs Larsen Leroy Lopez Madsen Moreau Nagy Nowak Oliveira Papadakis Patel Reyes Rossi Sato Schmid Silva ' +
  'Singh Suzuki Svensson Tanaka Torres Ueda Varga Visser Walsh Wolf Yilmaz Young Zhang Zimmer'
).split(' ');

/** Sports that the crowd takes part in, and the channels of each that they may follow. */
const SPORTS: readonly (readonly [sport: string, channels: readonly string[]])[] = [
  ['soccer', ['first-touch', 'goalkeeper-room', 'north-shore-juniors', 'under-twelve']],
  ['basketball', ['half-court-lab']],
  ['ice-hockey', ['edge-work', 'hockey-school']],
  ['tennis', ['second-serve']],
  ['baseball', ['inside-corner']],
  ['swimming', ['feel-for-water']],
];

interface Fan {
  person: DemoPerson;
  sports: readonly string[];
  follows: readonly string[];
}

const makeFan = (firstName: string, at: number): Fan => {
  const pick = (what: string, below: number): number => demoNumber(`${what} of fan ${firstName}`, below);
  // Every second fan follows soccer, as elsewhere.
  const first = at % 2 === 0 ? 0 : pick('sport', SPORTS.length);
  const chosen = [...new Set([first, pick('second sport', SPORTS.length)])].map((index) => SPORTS[index]!);
  const roles = ['athlete:club', 'athlete:recreational', 'fan', 'parent-guardian:school', 'coach:youth'];
  return {
    person: {
      username: `${firstName.toLowerCase()}${10 + pick('number', 89)}`,
      firstName,
      lastName: LAST[at % LAST.length]!,
      role: 'learner',
      interests: chosen.map(([sport]) => `${sport}:${roles[pick(`role in ${sport}`, roles.length)]}`),
    },
    sports: chosen.map(([sport]) => sport),
    follows: chosen.flatMap(([, channels]) =>
      channels.filter((channel, index) => index === 0 || pick(`follows ${channel}`, 3) > 0),
    ),
  };
};

const FANS = FIRST.map(makeFan);

/** Members who fill the channels of the demo: they follow, watch, rate and comment. */
export const CROWD: readonly DemoPerson[] = FANS.map(({ person }) => person);

export const ALL_SUBSCRIPTIONS: typeof DEMO_SUBSCRIPTIONS = [
  ...DEMO_SUBSCRIPTIONS,
  ...FANS.flatMap(({ person, sports }) =>
    sports.map((sport) => ({
      person: person.username,
      sport,
      type: sport === 'baseball' ? 'beta-free' : 'subscribed',
    })),
  ),
];

/** Usernames by channel. Those of the crowd came first. */
export const ALL_FOLLOWS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  SPORTS.flatMap(([, channels]) => channels).map((channel) => [
    channel,
    [
      ...(DEMO_FOLLOWS[channel] ?? []),
      ...FANS.filter(({ follows }) => follows.includes(channel)).map(({ person }) => person.username),
    ],
  ]),
);

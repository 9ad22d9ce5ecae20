export interface DemoChannel {
  key: string;
  /** A username, or `org`. */
  owner: string;
  sport: string;
  name: string;
  description: string;
  parent?: string;
  /** False for one whose cover the app draws. */
  hasCover?: false;
  playlists?: readonly { key: string; title: string }[];
}

export const DEMO_CHANNELS: readonly DemoChannel[] = [
  {
    key: 'first-touch',
    owner: 'ana',
    sport: 'soccer',
    name: 'First Touch Academy',
    description:
      'Ball control for players who train twice a week. Short sessions, one coaching point at a time, no equipment beyond a ball and a wall.',
    playlists: [
      { key: 'wall-work', title: 'Ten-Minute Wall Work' },
      { key: 'receiving', title: 'Receiving Under Pressure' },
    ],
  },
  {
    key: 'goalkeeper-room',
    owner: 'ana',
    sport: 'soccer',
    name: 'The Goalkeeper Room',
    description:
      'Set position, handling and distribution for youth keepers, with the drills I use on Thursday evenings.',
  },
  {
    key: 'half-court-lab',
    owner: 'tariq',
    sport: 'basketball',
    name: 'Half-Court Lab',
    description:
      'How good half-court offence is built: spacing, cutting, screening. Film notes and drills for three to ten players.',
    playlists: [{ key: 'spacing', title: 'Spacing First' }],
  },
  {
    key: 'edge-work',
    owner: 'ingrid',
    sport: 'ice-hockey',
    name: 'Edge Work',
    description:
      'Skating for hockey players who already skate. Inside edges, outside edges, and how to leave a defender standing.',
    playlists: [{ key: 'off-ice', title: 'Off-Ice Mondays' }],
  },
  {
    key: 'second-serve',
    owner: 'lena',
    sport: 'tennis',
    name: 'Second Serve',
    description: 'The second serve wins matches. Technique, targets and the routine between points.',
    playlists: [{ key: 'kick-serve', title: 'Learning the Kick Serve' }],
  },
  {
    key: 'inside-corner',
    owner: 'rosa',
    sport: 'baseball',
    name: 'Inside Corner',
    description: 'Throwing and fielding for nine to thirteen year olds. Arms that stay healthy come first.',
  },
  {
    key: 'feel-for-water',
    owner: 'ben',
    sport: 'swimming',
    name: 'Feel for Water',
    description: 'Freestyle taught the slow way: balance, catch, rhythm. Sets in metres, with times for club swimmers.',
    playlists: [{ key: 'catch', title: 'Building the Catch' }],
  },
  {
    key: 'north-shore-juniors',
    owner: 'org',
    sport: 'soccer',
    name: 'North Shore Juniors',
    description: 'The curriculum of our junior teams, open to every coach and parent of the club.',
  },
  {
    key: 'under-twelve',
    owner: 'org',
    sport: 'soccer',
    name: 'Under 12 Session Plans',
    parent: 'north-shore-juniors',
    hasCover: false,
    description: 'Week by week: ninety minutes on a half pitch for fourteen players.',
  },
  {
    key: 'hockey-school',
    owner: 'org',
    sport: 'ice-hockey',
    name: 'North Shore Hockey School',
    description: 'Learn-to-play programme for ages six to nine.',
  },
];

const people = (count: number): string =>
  count === 1 ? '1 person who waits' : `${count.toLocaleString('en-US')} people who wait`;
const members = (count: number): string =>
  count === 1 ? '1 member of the Beta' : `${count.toLocaleString('en-US')} members of the Beta`;
const creators = (count: number): string =>
  count === 1 ? '1 approved Creator' : `${count.toLocaleString('en-US')} approved Creators`;
const of = (count: number, from: number, what: string): string => `${count.toLocaleString('en-US')} of ${from} ${what}`;

/** Words of the operator's page about sports. Source: D-178, decision 0126. */
export const deskSportsText = {
  tab: 'Sports',
  title: 'Sports',
  filter: 'Show',
  states: { all: 'All', WaitList: 'Waitlist', Beta: 'Beta', Launched: 'Launched', inactive: 'Hidden' },
  none: 'No sport is in this state.',
  list: 'Sports',
  count: (count: number) => (count === 1 ? '1 sport' : `${count.toLocaleString('en-US')} sports`),
  types: { WaitList: 'Waitlist', Beta: 'Beta', Launched: 'Launched' },
  hidden: 'Hidden',
  ready: { WaitList: 'Ready for its Beta', Beta: 'Ready to launch' },
  /** What is still to come before the next type; it guides, and does not bind. */
  forBeta: (approved: number, from: number) => `For its Beta: ${of(approved, from, 'approved Creators')}.`,
  forLaunch: (withContent: number, creatorsFrom: number, items: number, itemsFrom: number) =>
    `For its launch: ${of(withContent, creatorsFrom, 'Creators with content')}, ${of(items, itemsFrom, 'published items')}.`,
  contents: (approved: number, withContent: number, items: number) =>
    `${creators(approved)} · ${withContent.toLocaleString('en-US')} with content · ${
      items === 1 ? '1 published item' : `${items.toLocaleString('en-US')} published items`
    }`,
  members: (waiting: number, inBeta: number, onTrial: number, subscribed: number) =>
    `${waiting.toLocaleString('en-US')} waiting · ${inBeta.toLocaleString('en-US')} in the Beta · ${onTrial.toLocaleString('en-US')} on trial · ${subscribed.toLocaleString('en-US')} subscribed`,
  acts: {
    openWaitlist: {
      label: 'Open the waitlist',
      title: (sport: string) => `Open the waitlist of ${sport}?`,
      help: (sport: string) =>
        `People find ${sport} and can wait for it. Creators can apply. Nobody is told, and nothing costs anything.`,
      done: (sport: string) => `The waitlist of ${sport} is open.`,
    },
    startBeta: {
      label: 'Start the Beta',
      title: (sport: string) => `Start the Beta of ${sport}?`,
      help: (sport: string) =>
        `${sport} is free to join. Who waits keeps the place and chooses: a person can be in one Beta at a time.`,
      done: (sport: string) => `The Beta of ${sport} has begun. Who waits is told now.`,
    },
    launch: {
      label: 'Launch',
      title: (sport: string) => `Launch ${sport}?`,
      help: (sport: string) =>
        `${sport} costs the monthly price from now on. For members of its Beta the free trial of 14 days begins now, and it ends by itself: only who has agreed to be charged pays then. Once a trial has begun, this cannot be taken back.`,
      done: (sport: string) => `${sport} is launched. Members of its Beta are told now.`,
    },
    undoBeta: {
      label: 'Back to the waitlist',
      title: (sport: string) => `Take the Beta of ${sport} back?`,
      help: (sport: string) =>
        `Nobody is in the Beta of ${sport}. It has a waitlist again, and who waits keeps the place. Nobody is told.`,
      done: (sport: string) => `${sport} has a waitlist again.`,
    },
    undoLaunch: {
      label: 'Back to Beta',
      title: (sport: string) => `Take the launch of ${sport} back?`,
      help: (sport: string) => `Nobody tries ${sport} or pays for it. It is a free Beta again. Nobody is told.`,
      done: (sport: string) => `${sport} is a Beta again.`,
    },
    hide: {
      label: 'Hide',
      title: (sport: string) => `Hide ${sport}?`,
      help: (sport: string) =>
        `Nobody finds ${sport} or joins it until it is shown again. Who waits keeps the place and is not told.`,
      done: (sport: string) => `${sport} is hidden.`,
    },
    show: {
      label: 'Show again',
      title: (sport: string) => `Show ${sport} again?`,
      help: (sport: string) => `People find ${sport} and can join it again, as before. Nobody is told.`,
      done: (sport: string) => `${sport} is shown again.`,
    },
  },
  /** Names the sport too, for who does not see the card. */
  actOf: (label: string, sport: string) => `${label}: ${sport}`,
  /** Who is told what. */
  toldBeta: (waiting: number, approved: number) => `${people(waiting)}, and ${creators(approved)}, read`,
  toldLaunch: (count: number) => `${members(count)} ${count === 1 ? 'reads' : 'read'}`,
} as const;

import type { FlagState, PageTextName, VariableName } from '../desk-settings.ts';
import type { FlagName } from '../flags.ts';

/** Words of the operator's page about settings. Source: decision 0127. */
export const deskSettingsText = {
  tab: 'Settings',
  title: 'Settings',
  /** Headings of the groups, with when members notice a change. Source: D-326. */
  groups: {
    variables: {
      heading: 'Uploads and views',
      help: 'The server applies a change at once. Devices show it within an hour.',
    },
    flags: {
      heading: 'Features',
      help: 'The server applies a change at once. Devices that are connected show it within 5 minutes.',
    },
    texts: {
      heading: 'Page texts',
      help: 'Devices that are connected show a change within a day, most when the page is opened.',
    },
  },
  variables: {
    MAX_VIDEO_AND_AUDIO_CONTENT_SIZE: {
      name: 'Largest video or audio file',
      help: 'For new uploads. What is uploaded stays.',
    },
    MAX_TEXT_CONTENT_SIZE: { name: 'Largest text file', help: 'For new uploads. What is uploaded stays.' },
    MAX_VIDEO_AND_AUDIO_LENGTH: { name: 'Longest video or audio', help: 'For new uploads. What is uploaded stays.' },
    'views_calculation.fixed_seconds': {
      name: 'Shortest watch that counts as a view',
      help: 'Of a shorter content, its whole length. Views counted before stay.',
    },
    'views_calculation.percentage': {
      name: 'Part of a content that counts as a view',
      help: 'At least the shortest watch, at most the longest that is asked for.',
    },
    'views_calculation.maximum_seconds': {
      name: 'Longest watch asked for a view',
      help: 'Of a long content, no more is asked for. Views counted before stay.',
    },
  } satisfies Record<VariableName, { name: string; help: string }>,
  flags: {
    JoinAsOrganization: { name: 'Join as an organization', help: 'Registering a new organization.' },
    PhysicalSize: { name: 'Height and weight', help: 'The section about height and weight in profiles.' },
    DashboardWidgetSettings: {
      name: 'Arrange the dashboard',
      help: 'Choosing what the dashboard shows, and in which order.',
    },
    StoragePlans: {
      name: 'Storage plans',
      help: 'Buying and changing storage plans, and the way there. Plans that people pay for go on; who pays for one still sees it and can cancel it.',
    },
  } satisfies Record<FlagName, { name: string; help: string }>,
  texts: {
    welcome: 'Text of the welcome page',
    'university.headline': 'Title of the University',
    'university.lead': 'First lines of the University',
  } satisfies Record<PageTextName, string>,
  states: { on: 'On', shown: 'Switched off', hidden: 'Hidden' } satisfies Record<FlagState, string>,
  statesHelp: {
    on: 'Members see it and use it.',
    shown: 'Members who look for it are told that it is not available.',
    hidden: 'Members do not see it.',
  } satisfies Record<FlagState, string>,
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  putBack: 'Put back',
  putBackOf: (name: string) => `Put back ${name}`,
  last: (by: string | null, age: string) => (by ? `Changed by ${by}, ${age}` : `Changed ${age}`),
  before: (value: string) => `Before: ${value}`,
  value: (value: number, unit: string) =>
    unit === 'percent'
      ? `${value} %`
      : `${value.toLocaleString('en-US')} ${value === 1 ? unit.replace(/s$/, '') : unit}`,
  bounds: (least: number, most: number, unit: string) =>
    `A whole number from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')} ${unit}.`,
  newValue: 'New value',
  newText: 'New text',
  newState: 'What members see',
  plain: 'Plain text on one line. Members see every character as you type it.',
  preview: 'As members see it',
  meanwhile: (value: string) =>
    `Another operator changed this meanwhile. Now it is ‘${value}’. What you save replaces it.`,
  save: 'Save',
  saved: 'Saved.',
} as const;

import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ActReason } from './desk-reason.ts';
import { FLAG_NAMES, type FlagName } from './flags.ts';
import { Instant, integer, text } from './patterns.ts';

// Variables, feature flags and page texts at the operator's desk. Source: D-16, D-69, D-298, decision 0127.

/** Variables that operators change, each with its one unit at the desk. */
export const VARIABLE_UNITS = {
  MAX_VIDEO_AND_AUDIO_CONTENT_SIZE: 'MB',
  MAX_TEXT_CONTENT_SIZE: 'MB',
  MAX_VIDEO_AND_AUDIO_LENGTH: 'hours',
  'views_calculation.fixed_seconds': 'seconds',
  'views_calculation.percentage': 'percent',
  'views_calculation.maximum_seconds': 'seconds',
} as const;
export const VARIABLE_NAMES = Object.keys(VARIABLE_UNITS) as (keyof typeof VARIABLE_UNITS)[];
export type VariableName = (typeof VARIABLE_NAMES)[number];

/** `on`: visible and enabled. `shown`: visible, not enabled. `hidden`: neither. Source: D-298. */
export const FLAG_STATES = ['on', 'shown', 'hidden'] as const;
export type FlagState = (typeof FLAG_STATES)[number];
/** The states that differ for members: only joining as an organization is announced while it is closed. */
export const FLAG_CHOICES: Readonly<Record<FlagName, readonly FlagState[]>> = {
  JoinAsOrganization: FLAG_STATES,
  PhysicalSize: ['on', 'hidden'],
  DashboardWidgetSettings: ['on', 'hidden'],
  StoragePlans: ['on', 'hidden'],
};

/** Page texts that pages of the app show, each with its most characters. */
export const PAGE_TEXT_MAX = { welcome: 160, 'university.headline': 40, 'university.lead': 240 } as const;
export const PAGE_TEXT_NAMES = Object.keys(PAGE_TEXT_MAX) as (keyof typeof PAGE_TEXT_MAX)[];
export type PageTextName = (typeof PAGE_TEXT_NAMES)[number];

/** The last change of a setting at the desk, and what it was before; null if it was never changed there. */
const LastChange = v.nullable(
  v.object({
    /** Name of the operator; null if the operator's account was erased. */
    by: v.nullable(v.string()),
    reason: v.string(),
    at: Instant,
    /** The value before, as text. */
    before: v.string(),
  }),
);
export type LastChange = v.InferOutput<typeof LastChange>;

export const VariableOfDesk = v.object({
  name: v.picklist(VARIABLE_NAMES),
  value: v.number(),
  unit: v.string(),
  /** Bounds of a new value: they follow the server's settings and the other variables. */
  least: v.number(),
  most: v.number(),
  last: LastChange,
});
export type VariableOfDesk = v.InferOutput<typeof VariableOfDesk>;
export const FlagOfDesk = v.object({
  name: v.picklist(FLAG_NAMES),
  state: v.picklist(FLAG_STATES),
  last: LastChange,
});
export type FlagOfDesk = v.InferOutput<typeof FlagOfDesk>;
export const PageTextOfDesk = v.object({ name: v.picklist(PAGE_TEXT_NAMES), text: v.string(), last: LastChange });
export type PageTextOfDesk = v.InferOutput<typeof PageTextOfDesk>;

export const listSettings = defineCall({
  id: 'desk.settings',
  method: 'GET',
  path: '/admin/settings',
  may: 'superadmin',
  input: v.object({}),
  output: v.object({
    variables: v.array(VariableOfDesk),
    flags: v.array(FlagOfDesk),
    texts: v.array(PageTextOfDesk),
  }),
  problems: [],
  offline: 'online',
  summary: 'Variables, feature flags and page texts, with the last change of each',
});
export const setVariable = defineCall({
  id: 'desk.setVariable',
  method: 'PUT',
  path: '/admin/variables/{name}',
  may: 'superadmin',
  input: v.object({
    name: v.picklist(VARIABLE_NAMES),
    value: integer(0, 1_000_000_000),
    /** The value that the operator saw. */
    was: v.number(),
    reason: ActReason,
  }),
  output: VariableOfDesk,
  problems: ['setting.out_of_bounds', 'setting.changed_meanwhile'],
  offline: 'online',
  summary: 'Changes a variable within its bounds',
});
export const setFlag = defineCall({
  id: 'desk.setFlag',
  method: 'PUT',
  path: '/admin/feature-flags/{name}',
  may: 'superadmin',
  input: v.object({
    name: v.picklist(FLAG_NAMES),
    state: v.picklist(FLAG_STATES),
    /** The state that the operator saw. */
    was: v.picklist(FLAG_STATES),
    reason: ActReason,
  }),
  output: FlagOfDesk,
  problems: ['setting.changed_meanwhile'],
  offline: 'online',
  summary: 'Switches a feature on, shows it switched off, or hides it',
});
export const setPageText = defineCall({
  id: 'desk.setPageText',
  method: 'PUT',
  path: '/admin/pages/{name}',
  may: 'superadmin',
  input: v.object({
    name: v.picklist(PAGE_TEXT_NAMES),
    /** Plain text on one line: pages show nothing else. */
    text: v.pipe(text(1, 1_000), v.regex(/^[^\r\n\t]*$/u, 'Line breaks are not shown. Please use one line.')),
    /** The text that the operator saw. */
    was: v.pipe(v.string(), v.maxLength(10_000, 'must be less than 10000')),
    reason: ActReason,
  }),
  output: PageTextOfDesk,
  problems: ['setting.text_too_long', 'setting.changed_meanwhile'],
  offline: 'online',
  summary: 'Changes a short text of a page',
});

import * as v from 'valibot';

/** Parts of the dashboard in their first order. Source: D-144. */
const WIDGETS = ['lastPublished', 'statistics', 'storage', 'revenues'] as const;
export type Widget = (typeof WIDGETS)[number];

const hasNoDouble = (names: Widget[]): boolean => new Set(names).size === names.length;
const Widgets = v.pipe(v.array(v.picklist(WIDGETS)), v.check(hasNoDouble, 'names a widget twice'));

/** Which widgets a person sees, and in which order; a part of their own row. Source: D-144. */
export const DashboardWidgets = v.object({
  /** Widgets that it does not name come last: a former version of the app does not know all of them. */
  order: Widgets,
  hidden: Widgets,
});
export type DashboardWidgets = v.InferOutput<typeof DashboardWidgets>;

/** Every widget once. @param saved Null or undefined for a person who has changed nothing. */
export const completeWidgets = (saved: DashboardWidgets | null | undefined): DashboardWidgets => ({
  order: [...new Set([...(saved?.order ?? []), ...WIDGETS])],
  hidden: saved?.hidden ?? [],
});

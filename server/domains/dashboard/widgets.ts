import { sql } from 'kysely';
import { completeWidgets, type DashboardWidgets } from '#contract/dashboard-widgets.ts';
import { Problem } from '#contract/problems.ts';
import type { Handler } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { isFeatureOn } from '../pages/index.ts';

/** Name of the feature flag. Source: D-69. */
const FLAG = 'DashboardWidgetSettings';

/** @throws Problem `feature.off`. */
const requireFlag = async (db: Db): Promise<void> => {
  if (!(await isFeatureOn(db, FLAG))) throw new Problem('feature.off');
};

/** The person's own, whatever the scope. Source: D-144. @throws Problem `feature.off`. */
export const readWidgets: Handler<'dashboard.widgets'> = async ({ db, session }) => {
  await requireFlag(db);
  const { rows } = await sql<{ widgets: DashboardWidgets | null }>`
    select dashboard_widgets as widgets from users where id = ${session.userId}`.execute(db);
  return completeWidgets(rows[0]?.widgets);
};

/** @throws Problem `feature.off`. */
export const changeWidgets: Handler<'dashboard.changeWidgets'> = async ({ db, session, wake }, { order, hidden }) => {
  await requireFlag(db);
  const widgets = completeWidgets({ order, hidden });
  await raiseScopes(db, [session.scope]);
  await sql`update users set dashboard_widgets = ${JSON.stringify(widgets)}::jsonb where id = ${session.userId}`.execute(
    db,
  );
  wake(session.scope);
  return widgets;
};

import { sql } from 'kysely';
import { completeWidgets, type DashboardWidgets } from '#contract/dashboard-widgets.ts';
import type { Handler } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';

/** The person's own, whatever the scope. Source: D-144. */
export const readWidgets: Handler<'dashboard.widgets'> = async ({ db, session }) => {
  const { rows } = await sql<{ widgets: DashboardWidgets | null }>`
    select dashboard_widgets as widgets from users where id = ${session.userId}`.execute(db);
  return completeWidgets(rows[0]?.widgets);
};

/** */
export const changeWidgets: Handler<'dashboard.changeWidgets'> = async ({ db, session, wake }, { order, hidden }) => {
  const widgets = completeWidgets({ order, hidden });
  await raiseScopes(db, [session.scope]);
  await sql`update users set dashboard_widgets = ${JSON.stringify(widgets)}::jsonb where id = ${session.userId}`.execute(
    db,
  );
  wake(session.scope);
  return widgets;
};

import { completeWidgets } from '#contract/dashboard-widgets.ts';
import { userScope } from '#contract/ids.ts';
import { registerEffects } from '../outbox/actions.ts';
import { patchMe } from './patch-me.ts';

registerEffects('dashboard', {
  // The person's own, also where they act for an organization.
  'dashboard.changeWidgets': (change, { order, hidden }, { owner }) =>
    patchMe(change, userScope(owner), () => ({ dashboardWidgets: completeWidgets({ order, hidden }) })),
});

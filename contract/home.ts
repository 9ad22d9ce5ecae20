import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Subscription } from './rows.ts';
import { ContentListItem, Sport } from './sports.ts';

export const readHome = defineCall({
  id: 'home.read',
  method: 'GET',
  path: '/home',
  may: { all: ['registered', 'learner'] },
  input: v.object({}),
  output: v.object({
    completeness: v.number(),
    sections: v.array(
      v.object({ sport: Sport, subscription: v.nullable(Subscription), contents: v.array(ContentListItem) }),
    ),
    suggestedSports: v.array(Sport),
  }),
  problems: [],
  offline: 'cache',
  summary: 'Home: a section per non-waitlist sport, suggested sports',
});

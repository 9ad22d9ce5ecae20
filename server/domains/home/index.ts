import { HOME_SECTION_ITEMS, HOME_SUGGESTED_SPORTS } from '#contract/limits.ts';
import type { AreaHandlers } from '#server/calls/context.ts';
import { isOpenSql, listItemSql } from '../sports/index.ts';

/**
 * Home in one statement: a section for every sport that the person subscribes to or has a role in, without those on the
 * waitlist, then sports to try: launched ones first, then those with most members. Source: D-200, D-265, D-315.
 */
const HOME = `select json_build_object(
  'completeness', (select completeness from users where id = $1::uuid),
  'sections', coalesce((
    select json_agg(json_build_object('sport', sp.row, 'subscription', o.row, 'contents', coalesce((
        select json_agg(${listItemSql('c', 'a.open', '$1::uuid')} order by c.published_at desc, c.id) from (
          select l.id, l.item, l.pricing, l.scope, l.published_at from listed_publications l where l.sport_id = sp.id
          order by l.published_at desc, l.id limit ${HOME_SECTION_ITEMS}) c), '[]'))
      order by (s.id is null), s.created_at, i.position, sp.position)
    from listed_sports sp
      cross join lateral (select ${isOpenSql('sp.id', '$1::uuid')} as open) a
      left join subscriptions s on s.user_id = $1::uuid and s.sport_id = sp.id and s.type <> 'waitlist'
      left join own_subscriptions o on o.scope = 'user:' || $1::uuid and o.id = s.id::text
      left join sport_interests i on i.user_id = $1::uuid and i.sport_id = sp.id and i.is_active
    where sp.sport_type <> 'WaitList' and (s.id is not null or (i.id is not null and sp.is_active))), '[]'),
  'suggestedSports', coalesce((
    select json_agg(t.row order by t.place) from (
      select sp.row, row_number() over (order by array_position(array['Launched', 'Beta', 'WaitList'], sp.sport_type), m.members desc, sp.position) as place
      from listed_sports sp
        cross join lateral (select count(*) as members from subscriptions s where s.sport_id = sp.id) m
      where sp.is_active and not exists (select 1 from subscriptions s where s.user_id = $1::uuid and s.sport_id = sp.id)
      order by place limit ${HOME_SUGGESTED_SPORTS}) t), '[]'))`;

export const homeHandlers: AreaHandlers<'home'> = {
  'home.read': {
    because: 'first paint: the landing screen of Members',
    statement: () => ({ text: HOME, values: [] }),
  },
};

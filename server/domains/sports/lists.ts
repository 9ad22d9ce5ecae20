import { HOME_SECTION_ITEMS, HOME_SUGGESTED_SPORTS } from '#contract/limits.ts';
import type { ParsedInputOf } from '#contract/call.ts';
import type { listRoleLevels, listSportContents, listSports, readSport, searchSports } from '#contract/sports.ts';
import type { Handlers, Statement } from '#server/calls/context.ts';

/** Reads as one statement each; `$1` is the person. Their text never changes with the input, because it is prepared once. */
const list = (rows: string): string =>
  `select json_build_object('count', count(*), 'results', coalesce(json_agg(row), '[]')) from (${rows}) l`;

const SPORTS = list('select row from listed_sports where is_active order by position limit $3::int');
const sports = ({ limit = 600 }: ParsedInputOf<typeof listSports>): Statement => ({ text: SPORTS, values: [limit] });

const SPORT = `select row from listed_sports where is_active and (id = lower($3::text) or lower(name) = lower($3::text))`;
const sport = ({ name }: ParsedInputOf<typeof readSport>): Statement => ({ text: SPORT, values: [name] });

const SEARCH = list(`select row from listed_sports
  where is_active and strpos(lower(name), lower($3::text)) > 0 and ($4::text = '' or lower(replace(sport_type, '_', '')) = lower(replace($4, '_', ''))) order by position`);
const search = ({ search: text = '', sportType = '' }: ParsedInputOf<typeof searchSports>): Statement => ({
  text: SEARCH,
  values: [text, sportType],
});

/** The roles are the same in every sport (D-331); an unknown sport has none. */
const ROLE_LEVELS =
  list(`select json_build_object('id', r.id, 'name', r.name, 'sportRoleRule', r.rule, 'levels', coalesce((
    select json_agg(json_build_object('id', l.id, 'name', l.name) order by rl.position)
    from sport_role_levels rl join sport_levels l on l.id = rl.level_id where rl.role_id = r.id), '[]')) as row
  from sport_roles r where $3::text is null or exists (select 1 from sports where id = $3) order by r.position`);
const roleLevels = ({ sportId }: ParsedInputOf<typeof listRoleLevels>): Statement => ({
  text: ROLE_LEVELS,
  values: [sportId ?? null],
});

/** Everything of a sport is open to its subscribers and to superadmins; then only the owner's rows need a look each. */
const isOpen = (sportId: string): string =>
  `(is_subscribed($1::uuid, ${sportId}) or (select u.is_superadmin from users u where u.id = $1::uuid))`;
const item = (row: string, open: string): string =>
  `list_item(${row}.item, ${row}.pricing <> 'free' and not ${open} and not acts_for($1::uuid, ${row}.scope))`;

/** Three orders as three branches, of which one runs: each can use its own way. The rows are made for the page alone. */
const FILTER = `l.sport_id = $4 and ($3::text = 'all' or l.type = $3) and ($5::text = 'all' or l.pricing = $5)`;
const ordered = (order: string): string => `(select json_agg(${item('l', 'o.open')} order by p.at)
  from (select id, row_number() over () as at from (select l.id from listed_publications l where ${FILTER} order by ${order}, l.id limit $7::int offset $8::int) i) p
  join listed_publications l on l.id = p.id)`;
/** Counted without what only the rows need. */
const COUNT = `(select count(*) from publications p join channels c on c.id = p.channel_id and c.active where p.sport_id = $4 and p.is_live and not p.is_deleted
  and ($5::text = 'all' or p.pricing = $5) and ($3::text = 'all' or exists (select 1 from contents ct where ct.id = p.content_id and ct.type = $3)))`;
const CONTENTS = `select json_build_object('count', ${COUNT}, 'results', coalesce(case $6::text
  when 'most_viewed' then ${ordered('l.views desc, l.published_at desc')}
  when 'highest_rated' then ${ordered('l.score desc nulls last, l.avg_total desc nulls last, l.published_at desc')}
  else ${ordered('l.published_at desc')} end, '[]')) from (select ${isOpen('$4::text')} as open) o`;
const contents = ({
  contentType,
  sportId,
  pricing,
  sort,
  limit,
  offset,
}: ParsedInputOf<typeof listSportContents>): Statement => ({
  text: CONTENTS,
  values: [contentType, sportId, pricing, sort, limit, offset],
});

/**
 * Home in one statement: a section for every sport the person subscribes to or has named as theirs, waitlist ones left
 * out, then sports to try: launched ones first, then those with most members. Source: D-200, D-265, D-315.
 */
const HOME = `select json_build_object(
  'completeness', (select completeness from users where id = $1::uuid),
  'sections', coalesce((
    select json_agg(json_build_object('sport', sp.row, 'subscription', o.row, 'contents', coalesce((
        select json_agg(${item('c', 'a.open')} order by c.published_at desc, c.id) from (
          select l.id, l.item, l.pricing, l.scope, l.published_at from listed_publications l where l.sport_id = sp.id
          order by l.published_at desc, l.id limit ${HOME_SECTION_ITEMS}) c), '[]'))
      order by (s.id is null), s.created_at, i.position, sp.position)
    from listed_sports sp
      cross join lateral (select ${isOpen('sp.id')} as open) a
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

export const listHandlers: Handlers = {
  'sports.list': { statement: sports },
  'sports.byName': { statement: sport },
  'sports.search': { statement: search },
  'sports.roleLevels': { statement: roleLevels },
  'sports.contents': { statement: contents },
  'home.read': { statement: () => ({ text: HOME, values: [] }) },
};

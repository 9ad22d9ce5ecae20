import type pg from 'pg';
import { ownTables } from '#contract/tables.ts';

/** A column as read from PostgreSQL's catalogue. */
interface Column {
  relation: string;
  isView: boolean;
  name: string;
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
  /** Written by the trigger stamp_version. */
  isStamped: boolean;
}

const COLUMNS = `
  select c.relname as relation, c.relkind = 'v' as "isView", a.attname as name, format_type(a.atttypid, null) as type,
    a.attnotnull as "isRequired", a.atthasdef or a.attidentity <> '' as "hasDefault",
    a.attname = 'version' and exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'stamp_version') as "isStamped"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
  order by c.relkind, c.relname collate "C", a.attnum`;

/** The TypeScript type of each database type, as the driver parses it (database.ts). */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  citext: 'string',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'string',
  real: 'number',
  text: 'string',
  'text[]': 'string[]',
  'integer[]': 'number[]',
  'timestamp with time zone': 'Date',
  tsvector: 'string',
  uuid: 'string',
  'uuid[]': 'string[]',
  xid8: 'string',
};

/** Types of columns that a trigger writes, which the catalogue does not show. */
const OVERRIDES: Readonly<Record<string, string>> = { 'publications.sport_id': 'Generated<string>' };

/** Views whose scope, id and version are never null. The catalogue marks every column of a view as nullable. */
const OWN_VIEWS: ReadonlySet<string> = new Set([
  ...Object.values(ownTables).map(({ view }) => view),
  'notification_rows',
]);
const isNeverNull = ({ relation, name, type }: Column): boolean =>
  type.startsWith('json') || (OWN_VIEWS.has(relation) && ['scope', 'id', 'version'].includes(name));

const typeOf = (column: Column): string => {
  const { relation, name, type: inDatabase, isView, isRequired, hasDefault, isStamped } = column;
  const override = OVERRIDES[`${relation}.${name}`];
  if (override) return override;
  if (isStamped) return 'Stamped';
  const type = TYPES[inDatabase];
  if (!type) throw new Error(`${relation}.${name} has the type ${inDatabase}, which make-schema.ts does not know.`);
  if (isView ? !isNeverNull(column) : !isRequired) return `${type} | null`;
  if (!hasDefault) return type;
  return type === 'Json' ? 'GeneratedJson' : `Generated<${type}>`;
};

const interfaceOf = (relation: string): string =>
  `${relation.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Table`;

const HEAD = `/**
 * The schema as Kysely sees it. Made by \`npm run schema\` from a migrated database (make-schema.ts); a test compares them.
 */
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text, read parsed. */
// oxlint-disable-next-line typescript/no-explicit-any -- each reader knows its shape
export type Json = ColumnType<any, string, string>;
// oxlint-disable-next-line typescript/no-explicit-any -- as above, with a default
export type GeneratedJson = ColumnType<any, string | undefined, string>;
/** Written by a trigger. */
type Stamped = ColumnType<number, never, never>;
`;

/** The text of schema.ts for a migrated database. */
export const makeSchema = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<Column>(COLUMNS);
  const relations = Map.groupBy(rows, ({ relation }) => relation);
  const interfaces = [...relations].map(
    ([relation, columns]) =>
      `\nexport interface ${interfaceOf(relation)} {\n${columns.map((each) => `  ${each.name}: ${typeOf(each)};\n`).join('')}}\n`,
  );
  const names = [...relations.keys()].map((relation) => `  ${relation}: ${interfaceOf(relation)};\n`);
  return `${HEAD}${interfaces.join('')}\nexport interface Schema {\n${names.join('')}}\n`;
};

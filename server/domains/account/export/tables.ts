import { sql, type RawBuilder } from 'kysely';
import type { HeldCategory } from '#contract/account-export.ts';
import type { TableFacts } from '../catalogue.ts';

/** A person whose rows are looked for. */
export interface Person {
  userId: string;
  scope: string;
}

/** A table with rows of people. */
export interface HeldTable {
  name: string;
  category: HeldCategory;
  /** True for the rows of a person; the table's alias is `t`. */
  isOf(person: Person): RawBuilder<boolean>;
  /** Columns that are not given out. */
  hidden: readonly string[];
}

const ofInvoices: HeldTable['isOf'] = ({ userId }) =>
  sql`t.invoice_id in (select i.id from invoices i where i.user_id = ${userId})`;
const ofPublications: HeldTable['isOf'] = ({ scope }) =>
  sql`t.publication_id in (select p.id from publications p where p.scope = ${scope})`;
const ofChannels: HeldTable['isOf'] = ({ scope }) =>
  sql`t.channel_id in (select c.id from channels c where c.scope = ${scope})`;
/** Tables without a scope and without a key to the person: how a person's rows are found. */
const FOUND_BY: Readonly<Record<string, HeldTable['isOf']>> = {
  guest_support_requests: ({ userId }) =>
    sql`t.email = (select u.email::text from users u where u.id = ${userId} and u.email_verified_at is not null)`,
  organizations: ({ userId }) =>
    sql`(t.registered_by = ${userId} or t.id in (select a.organization_id from organization_admins a where a.user_id = ${userId}))`,
  publication_stats: ofPublications,
  view_days: ofPublications,
  view_periods: ofPublications,
  reach_days: ofPublications,
  comment_mentions: ({ userId }) => sql`t.author_id = ${userId}`,
  comment_like_counts: ({ userId }) => sql`t.author_id = ${userId}`,
  follower_days: ofChannels,
  channel_followers: ofChannels,
  revenue_channel_days: ofChannels,
  recovery_codes: ({ userId }) => sql`t.user_id = ${userId}`,
  storage_credits: ({ scope }) => sql`t.plan_id in (select p.id from storage_plans p where p.scope = ${scope})`,
  invoice_attempts: ofInvoices,
  invoice_movements: ofInvoices,
  invoice_taxes: ofInvoices,
};

const SHARED = 'The same for everybody.';
const BOOKS = 'Our own books. What they say about people is in the invoices and payments.';
const SERVER = 'About the server and not about people.';
const SANDBOX = 'What the payment provider of a development server keeps. Production has none.';
/** Tables that no archive holds, and why. A new table is exported by itself, has an entry above, or one here. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  confirmation_codes: 'Confirmation codes that we sent. They are deleted after a day.',
  digest_due: 'When the next digest of notifications is made.',
  digest_entries: 'Which notifications wait for a digest. They are in the other tables.',
  digests: 'Which notifications a digest told of. They are in the other tables.',
  dev_messages: 'Copies of mails on a development server. Production has none.',
  community_networks:
    'Networks in which the link of a code for a community was opened. They name nobody and are deleted after a day.',
  invitation_refusals: 'Hashes of addresses that want no invitations. They say nothing about accounts.',
  erased_accounts: 'Ids of people whose accounts were erased.',
  ledger_accounts: BOOKS,
  ledger_entries: BOOKS,
  ledger_lines: BOOKS,
  payout_countries: SHARED,
  revenue_days: BOOKS,
  revenue_sport_days: BOOKS,
  revenue_referrals: 'Which payments of others earned a fee. What was earned is in the revenue.',
  idempotency_keys:
    'Copies of answers, so that a repeated request gets the same one. What they answer is in the other tables.',
  rate_limits: 'Counters that limit wrong guesses. Knowing them would help an attacker.',
  scope_versions: 'Counters by which devices notice changes.',
  featured: 'Which channels and playlists are shown first on Explore. It is chosen for everybody.',
  search_documents: 'Titles and names again, in a form that is fast to search.',
  search_passages: 'The words of captions again, in a form that is fast to search.',
  search_words: 'Words of all titles and names, without whose they are.',
  sign_in_challenges: 'Questions to a device during a sign-in. They last some minutes.',
  tombstones: 'Ids of deleted rows, until every device has deleted them too.',
  upload_units: 'Checksums of parts of unfinished uploads.',
  feature_flags: SHARED,
  payment_events: 'Which payment or card changed when. What became of it is in the other tables.',
  explained_movements: SERVER,
  payment_cursors: SERVER,
  payment_reconciliations: SERVER,
  sandbox_accounts: SANDBOX,
  sandbox_links: SANDBOX,
  sandbox_payouts: SANDBOX,
  sandbox_cards: SANDBOX,
  sandbox_customers: SANDBOX,
  sandbox_disputes: SANDBOX,
  sandbox_events: SANDBOX,
  sandbox_keys: SANDBOX,
  sandbox_movements: SANDBOX,
  sandbox_payments: SANDBOX,
  sandbox_refunds: SANDBOX,
  sandbox_setups: SANDBOX,
  page_blocks: SHARED,
  page_texts: SHARED,
  pages: SHARED,
  science_areas: SHARED,
  science_educations: SHARED,
  application_questions: SHARED,
  operator_acts: 'Decisions of the operator. Each reason is in the application or organization.',
  sport_bio_questions: SHARED,
  sport_levels: SHARED,
  sport_role_levels: SHARED,
  sport_roles: SHARED,
  sports: SHARED,
  variables: SHARED,
  migrations: SERVER,
  repeatable: SERVER,
  sync_epoch: SERVER,
};

/** Columns that are not given out, and why. */
export const HIDDEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  application_documents: { object_key: 'Where the file is kept.' },
  applications: { decided_by: 'Another person.' },
  organizations: { decided_by: 'Another person.' },
  admin_invitations: { invited_by: 'Another person.' },
  comment_likes: { author_id: 'Another person.' },
  comment_mentions: { user_id: 'Another person.' },
  reports: {
    person_id: 'Another person.',
    seen: 'Words and pictures of another person.',
    decided_by: 'Another person.',
  },
  data_exports: { object_key: 'Where the file is kept.' },
  devices: {
    registration_id: 'With it, notifications can be sent to the device.',
    registration_hash: 'A hash of it.',
  },
  guardian_requests: {
    ask_hash: 'Checks the link of a guardian.',
    withdraw_hash: 'Checks the link of a guardian.',
  },
  passkeys: {
    credential_id: 'Checks a sign-in.',
    public_key: 'Checks a sign-in.',
  },
  payment_methods: { fingerprint: 'Tells whether two cards have the same number.' },
  recovery_codes: { code_hash: 'Checks a sign-in.' },
  sessions: { attempt_hash: 'Checks a repeated sign-in.', operator_id: 'Another person.' },
  storage_plans: { request_key: 'Tells a repeated request from a new one.' },
  storage_refunds: { provider_id: 'The payment provider’s own number.' },
  subscriptions: { request_key: 'Tells a repeated request from a new one.' },
  invoices: { request_key: 'Tells a repeated request from a new one.' },
  payouts: { request_key: 'Tells a repeated request from a new one.' },
  two_factor: { secret: 'Makes the codes of sign-in.' },
  users: { password_hash: 'Checks the password.' },
};

/** A row belongs to the person whom it refers to, except by these columns: such a row belongs to another person. */
const NAMES_ONLY: ReadonlySet<string> = new Set([
  'comment_likes.author_id',
  'comment_mentions.user_id',
  'reports.person_id',
  'reports.decided_by',
  'applications.decided_by',
  'organizations.decided_by',
  'admin_invitations.invited_by',
]);

const CATEGORIES: Readonly<Record<string, HeldCategory>> = {
  users: 'account',
  two_factor: 'account',
  passkeys: 'account',
  recovery_codes: 'account',
  data_exports: 'account',
  guardian_requests: 'account',
  storage_accounts: 'account',
  organizations: 'account',
  applications: 'account',
  application_documents: 'account',
  application_drafts: 'account',
  organization_admins: 'account',
  admin_invitations: 'account',
  profiles: 'profile',
  contacts: 'profile',
  sport_interests: 'profile',
  sport_bio_answers: 'profile',
  sessions: 'devices',
  devices: 'devices',
  account_events: 'history',
  contents: 'library',
  folders: 'library',
  tag_profiles: 'library',
  captions: 'library',
  chapters: 'library',
  files: 'library',
  uploads: 'library',
  encodings: 'library',
  communities: 'channels',
  channels: 'channels',
  playlists: 'channels',
  publications: 'channels',
  publication_stats: 'channels',
  view_days: 'channels',
  view_periods: 'channels',
  reach_days: 'channels',
  follower_days: 'channels',
  channel_followers: 'channels',
  revenue_channel_days: 'channels',
  revenue_entries: 'channels',
  revenue_fee_days: 'channels',
  revenue_periods: 'channels',
  wallets: 'channels',
  payouts: 'channels',
  follows: 'activity',
  ratings: 'activity',
  views: 'activity',
  comment_like_counts: 'activity',
  comment_likes: 'activity',
  comment_mentions: 'activity',
  reports: 'activity',
  search_history: 'activity',
  watch_places: 'activity',
  blocks: 'activity',
  subscriptions: 'subscriptions',
  payment_customers: 'subscriptions',
  payment_methods: 'subscriptions',
  payment_setups: 'subscriptions',
  shareable_codes: 'subscriptions',
  redeemed_codes: 'subscriptions',
  code_uses: 'subscriptions',
  storage_plans: 'subscriptions',
  storage_credits: 'subscriptions',
  storage_refunds: 'subscriptions',
  invoices: 'subscriptions',
  invoice_items: 'subscriptions',
  invoice_taxes: 'subscriptions',
  invoice_attempts: 'subscriptions',
  invoice_movements: 'subscriptions',
  notifications: 'notifications',
  support_requests: 'support',
  guest_support_requests: 'support',
};

/** How the rows of a person are found; undefined for a table without a column that refers to people. */
const findBy = ({ name, columns, people }: TableFacts): HeldTable['isOf'] | undefined => {
  const known = FOUND_BY[name];
  if (known) return known;
  // What a person made for an organization has the organization's scope, and is the organization's.
  if (columns.includes('scope')) return ({ scope }) => sql`t.scope = ${scope}`;
  const own = people.filter((column) => !NAMES_ONLY.has(`${name}.${column}`));
  if (own.length === 0) return undefined;
  return ({ userId }) =>
    sql`(${sql.join(
      own.map((column) => sql`${sql.ref(`t.${column}`)} = ${userId}`),
      sql` or `,
    )})`;
};

/**
 * The tables with rows of people, of all tables of the schema.
 *
 * @returns `forgotten`: tables that neither are exported nor have a reason in `LEFT_OUT`. A test keeps it empty.
 */
export const sortTables = (tables: readonly TableFacts[]): { held: HeldTable[]; forgotten: string[] } => {
  const held: HeldTable[] = [];
  const forgotten: string[] = [];
  for (const table of tables) {
    const { name } = table;
    if (Object.hasOwn(LEFT_OUT, name)) continue;
    const isOf = findBy(table);
    if (isOf) held.push({ name, isOf, category: CATEGORIES[name] ?? 'other', hidden: Object.keys(HIDDEN[name] ?? {}) });
    else forgotten.push(name);
  }
  return { held, forgotten };
};

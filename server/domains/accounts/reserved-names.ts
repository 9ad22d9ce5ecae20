/**
 * Usernames nobody can have: the product, its roles and pages, and names of well-known leagues and companies.
 * Source: decisions D-53.
 */
const RESERVED = new Set([
  'sideline', 'sidelineteam', 'sidelinesupport', 'sidelineofficial', 'ssuniversity', 'university',
  'admin', 'administrator', 'superadmin', 'root', 'system', 'support', 'help', 'helpdesk', 'security', 'moderator', 'staff', 'team', 'official', 'owner',
  'member', 'members', 'learner', 'creator', 'creators', 'educator', 'organization', 'organisation', 'guest', 'user', 'users', 'anonymous', 'null', 'undefined', 'me',
  'home', 'community', 'channels', 'channel', 'explore', 'search', 'library', 'notifications', 'wallet', 'settings', 'account', 'profile', 'welcome',
  'signin', 'signup', 'login', 'logout', 'register', 'legal', 'terms', 'privacy', 'about', 'api', 'dev', 'media', 'pictures', 'outbox', 'www', 'mail',
  'fifa', 'uefa', 'ioc', 'olympics', 'olympic', 'paralympics', 'nfl', 'nba', 'wnba', 'nhl', 'mlb', 'mls', 'ncaa', 'pga', 'lpga', 'atp', 'wta', 'itf', 'fina',
  'fiba', 'fivb', 'fis', 'uci', 'icc', 'ipl', 'nascar', 'formula1', 'f1', 'ufc', 'wwe', 'premierleague', 'bundesliga', 'laliga', 'seriea', 'ligue1',
  'championsleague', 'superbowl', 'worldcup', 'wimbledon', 'worldrugby', 'sixnations', 'nike', 'adidas', 'puma', 'reebok', 'espn', 'skysports',
]);

export const isReservedName = (username: string): boolean => RESERVED.has(username.toLowerCase());

import type { Config } from '#server/config.ts';

/** What of the configuration a sentence about a failed start names. */
type Named = Pick<Config, 'port' | 'dataDir' | 'databaseUrl'> & { objects: { path: string } };

/** A reason for a failed start in one plain sentence that says what to do. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

type SystemError = Error & { code?: string; syscall?: string; path?: string };

const FULL = /No space left on device|There is no room left on the disk|Disk quota exceeded/;

/**
 * Says in one sentence why the server cannot start and what to do.
 *
 * @returns Undefined for an error that only its stack explains.
 */
export function explainStart(error: unknown, config: Named): string | undefined {
  if (error instanceof StartProblem) return error.message;
  const chain = causes(error);
  for (const each of chain) {
    const text = portProblem(each, config) ?? databaseProblem(each, config) ?? folderProblem(each, config);
    if (text) return text;
  }
  return undefined;
}

/** The error, its causes, and the errors it gathers: a host with several addresses fails once for each. */
function causes(error: unknown): SystemError[] {
  if (!(error instanceof Error)) return [];
  const gathered = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return [error as SystemError, ...gathered.flatMap(causes), ...causes(error.cause)];
}

function portProblem({ code, message, syscall }: SystemError, { port }: Named): string | undefined {
  if (syscall !== 'listen' && !message.includes('listen')) return undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Set PORT to another one, for example: PORT=3100 npm start`;
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'This machine does not have the address in HOST. Set HOST to one of its own addresses, or leave it out.';
  return undefined;
}

/** What stops a folder of ours from being written to. */
function folderProblem({ code, message, path }: SystemError, { dataDir, objects }: Named): string | undefined {
  const isOurs = (folder: string) => path !== undefined && (path === folder || path.startsWith(`${folder}/`));
  const name = isOurs(objects.path) && !isOurs(dataDir) ? 'OBJECTS_DIR' : 'DATA_DIR';
  const folder = name === 'OBJECTS_DIR' ? objects.path : dataDir;
  if (code === 'ENOSPC' || code === 'EDQUOT' || FULL.test(message))
    return (
      `The disk of ${name} (${folder}) is full. ` +
      `Make room on it and start again, or set ${name} to a folder on a larger disk.`
    );
  if (path === undefined || (!isOurs(dataDir) && !isOurs(objects.path) && !dataDir.startsWith(path))) return undefined;
  const why = {
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'the disk is read-only',
    ENOTDIR: 'a part of the path is a file, not a folder',
    EEXIST: 'it is a file, not a folder',
    EIO: 'the disk reports an error',
  }[code ?? ''];
  return (
    why && `${name} (${folder}) cannot be used: ${why}. Correct that, or set ${name} to a folder you may write to.`
  );
}

/** How PostgreSQL and the way to it refuse; the address is shown without its password. */
function databaseProblem({ code, message, syscall }: SystemError, { databaseUrl }: Named): string | undefined {
  if (!databaseUrl) return undefined;
  const { at, host, user, database } = placeOf(databaseUrl);
  const unreachable: Record<string, string> = {
    ECONNREFUSED: 'the connection is refused',
    ENOTFOUND: `there is no host "${host}"`,
    EAI_AGAIN: `the host "${host}" cannot be looked up`,
    ETIMEDOUT: 'it does not answer in time',
    EHOSTUNREACH: 'there is no way to that host',
    ENETUNREACH: 'there is no way to that network',
    ECONNRESET: 'the connection is cut at once',
    ENOENT: 'there is no such socket',
  };
  const isNetwork = ['connect', 'getaddrinfo', 'read', 'write'].includes(syscall ?? '');
  const why =
    (isNetwork ? unreachable[code ?? ''] : undefined) ??
    (/timeout expired|timeout exceeded/.test(message) && 'it does not answer in time');
  if (why) return `No PostgreSQL can be reached at ${at}: ${why}. Start it, or correct the address in DATABASE_URL.`;
  if (code === '28P01' || code === '28000' || /password must be a string/.test(message))
    return `PostgreSQL at ${at} refuses the user "${user}" or the password. Correct both in DATABASE_URL.`;
  if (code === '3D000')
    return (
      `PostgreSQL at ${at} has no database "${database}". ` +
      'Create it (createdb), or correct the name at the end of DATABASE_URL.'
    );
  if (code === '57P03') return `PostgreSQL at ${at} is still starting or just ending. Start again in a moment.`;
  if (code === '53300')
    return (
      `PostgreSQL at ${at} has no free connection. Raise its max_connections (30 for each server process), ` +
      'or end other programs that use it.'
    );
  if (code === '53100') return `The disk of PostgreSQL at ${at} is full (${message}). Make room on it and start again.`;
  if (code === '42501')
    return (
      `The user in DATABASE_URL may not change the database "${database}" (${message}). ` +
      `Make that user its owner: ALTER DATABASE "${database}" OWNER TO "${user}".`
    );
  if ((code === '0A000' || code === '58P01') && message.includes('extension'))
    return `PostgreSQL at ${at} lacks an extension (${message}). Install its contrib package; citext and pg_trgm are needed.`;
  if (/does not support SSL|self[- ]signed certificate|certificate/i.test(message))
    return `The TLS connection to PostgreSQL at ${at} fails (${message}). Correct sslmode in DATABASE_URL.`;
  return undefined;
}

/** Where DATABASE_URL points, without the password. */
export function placeOf(databaseUrl: string): { at: string; host: string; user: string; database: string } {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = url.searchParams.get('port') ?? (url.port || '5432');
  const user = url.searchParams.get('user') ?? decodeURIComponent(url.username);
  const at = host.startsWith('/') ? `the socket ${host}` : `${host}:${port}`;
  return { at, host, user, database: decodeURIComponent(url.pathname.slice(1)) };
}

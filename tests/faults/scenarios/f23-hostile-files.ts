import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { newId } from '#contract/ids.ts';
import { hostileFiles, imageBomb, type HostileFile, type Lures } from '../world/hostile-files.ts';
import type { Member } from '../world/members.ts';
import { judge, type ScenarioReport } from '../oracle/oracle.ts';
import { QueueClient } from '../world/queue-client.ts';
import { sendUnits } from '../world/send-file.ts';
import { onServers, openJobs, until, type Servers } from '../world/servers.ts';
import type { ScenarioOptions } from '../world/world.ts';

const DONE_WITHIN_MS = 120_000;
const SECRET = 'the-text-nobody-may-read';

interface Sent {
  file: HostileFile;
  id: string;
  status: number;
}

/** Uploads the files one after the other through the public API. */
const sendAll = async (client: QueueClient, files: readonly HostileFile[], wrong: string[]): Promise<Sent[]> => {
  const sent: Sent[] = [];
  for (const file of files) {
    const id = newId();
    const answer = await sendUnits(client, { id, ...file }, 0, 1);
    if (answer.status >= 500) wrong.push(`${file.name}: ${answer.status} ${answer.body.toString().slice(0, 200)}`);
    sent.push({ file, id, status: answer.status });
  }
  return sent;
};

/** Sends bodies and pictures that must be refused before anything is stored. */
const sendInvalidBodies = async (client: QueueClient): Promise<string[]> => {
  const wrong: string[] = [];
  const empty = await client.once('POST', '/mam/ondemand?profile=video&fileName=empty.mp4', {
    body: Buffer.alloc(0),
    headers: {
      'Content-Type': 'application/octet-stream',
      'Upload-Id': newId(),
      'Upload-Offset': '0',
      'Upload-Length': '0',
      'Upload-Sha256': '',
    },
  });
  if (empty.status !== 400) wrong.push(`no bytes at all: ${empty.status}`);
  for (const [name, bytes] of Object.entries({
    bomb: imageBomb(),
    'bomb just above the limit': imageBomb(9000),
    playlist: Buffer.from('#EXTM3U\n'),
    nothing: Buffer.alloc(0),
  })) {
    const answer = await client.once('PUT', `/files/${createHash('sha256').update(bytes).digest('hex')}`, {
      body: bytes,
    });
    if (answer.status < 400 || answer.status >= 500)
      wrong.push(`picture ${name}: ${answer.status} ${answer.body.toString().slice(0, 100)}`);
  }
  return wrong;
};

const judgeContents = async (
  { sql, objectsDir }: Servers,
  member: Member,
  sent: readonly Sent[],
): Promise<string[]> => {
  const { rows } = await sql.query<{ id: string; status: number; size: number }>(
    'select id::text, encoding_status as status, origin_file_size::int as size from contents where scope = $1',
    [member.scope],
  );
  const wrong: string[] = [];
  for (const { file, id, status } of sent) {
    const row = rows.find((each) => each.id === id);
    if (file.must === 'refused' && status < 400 && !(row && row.status < 0))
      wrong.push(`${file.name} was taken: ${status}, status ${row?.status}`);
    if (status >= 400 && row) wrong.push(`${file.name} was refused with ${status} and has a content`);
    if (row && row.status >= 0 && row.status !== 4) wrong.push(`${file.name} stays at status ${row.status}`);
  }
  const {
    rows: [account],
  } = await sql.query<{ used: number; reserved: number }>(
    'select used::int, reserved::int from storage_accounts where scope = $1',
    [member.scope],
  );
  // What was refused has freed its room.
  const used = rows.filter(({ status }) => status === 4).reduce((sum, { size }) => sum + size, 0);
  if (account!.used !== used || account!.reserved !== 0)
    wrong.push(`storage is ${JSON.stringify(account)} instead of ${used} used and none reserved`);
  const growing = await readdir(path.join(objectsDir, '.uploads')).catch(() => []);
  if (growing.length > 0) wrong.push(`growing files were left: ${growing}`);
  for (const where of await readdir(objectsDir, { recursive: true, withFileTypes: true })) {
    if (!where.isFile() || where.parentPath.includes('originals')) continue;
    if ((await readFile(path.join(where.parentPath, where.name))).includes(SECRET))
      wrong.push(`${where.name} holds the content of a file that must not be read`);
  }
  return wrong;
};

/** F23: hostile files are uploaded through the public API under every extension that the file picker allows. */
export const runF23 = async ({ seed }: ScenarioOptions): Promise<ScenarioReport> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-lure-'));
  const asked: string[] = [];
  const lure = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(SECRET);
  });
  await once(lure.listen(0, '127.0.0.1'), 'listening');
  const lures: Lures = {
    file: path.join(folder, 'secret.ts'),
    url: `http://127.0.0.1:${(lure.address() as AddressInfo).port}/lure.ts`,
  };
  await writeFile(lures.file, `${SECRET}\n`.repeat(1000));
  try {
    return await onServers({ seed }, async (servers) => {
      const {
        random,
        sql,
        servers: [server],
      } = servers;
      const pid = server!.pid();
      const [member] = (await servers.addMembers(1)) as [Member];
      const client = new QueueClient({ member, ports: [server!.port], random });
      const lost = await sendInvalidBodies(client);
      const sent = await sendAll(client, await hostileFiles(lures), lost);
      const seconds = await until(
        'all jobs are done',
        async () => (await openJobs(sql)).length === 0,
        DONE_WITHIN_MS,
      ).catch(() => DONE_WITHIN_MS / 1000);
      const stuck = (await openJobs(sql)).map((job) => JSON.stringify(job));
      lost.push(
        ...(await judgeContents(servers, member, sent)),
        ...asked.map((where) => `the server asked for ${where}`),
      );
      if (server!.pid() !== pid || (await client.once('GET', '/library/folders?page=1')).status !== 200)
        lost.push('the server restarted or does not answer');
      client.close();
      const taken = sent.filter(({ status }) => status < 400).length;
      return judge(
        'F23',
        seed,
        { seconds, stuck },
        { lost, doubled: [], reordered: [] },
        [],
        `${sent.length} files, ${sent.length - taken} refused at the door, ${taken} looked at in the jail`,
      );
    });
  } finally {
    lure.closeAllConnections();
    lure.close();
    await rm(folder, { recursive: true });
  }
};

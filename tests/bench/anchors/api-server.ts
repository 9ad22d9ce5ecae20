// The anchors' API servers over a table of 200,000 items: DATABASE_URL, PORT and KIND in the environment.
//   fastify  Fastify and pg: session and list in two queries, schemas compiled (the anchor)
//   http     node:http and pg: one named statement that answers ready JSON (the limit)
import { createHash } from 'node:crypto';
import http from 'node:http';
import fastify from 'fastify';
import pg from 'pg';

const port = Number(process.env.PORT);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 });

const COLUMNS = 'id, kind, title, "ownerId", "createdAt", "durationS", thumb, description';
const SESSION = 'select "userId" from sessions where hash = $1 and expires > now()';
const LIST = `select ${COLUMNS} from items where "ownerId" = $1 and kind = $2 order by "createdAt" desc limit 20`;
const INSERT =
  'insert into items (kind, title, "ownerId", description) values ($1, $2, $3, $4) returning id, "createdAt"';
const ONE_LIST = `select coalesce(json_agg(x), '[]')::text as j from (select ${COLUMNS} from items where "ownerId" = (${SESSION}) and kind = $2 order by "createdAt" desc limit 20) x`;
const ONE_INSERT = `with x as (insert into items (kind, title, "ownerId", description) select $2, $3, "userId", $4 from sessions
  where hash = $1 and expires > now() returning id, "createdAt") select row_to_json(x)::text as j from x`;

const hashOf = (header: string | undefined) =>
  createHash('sha256')
    .update((header ?? '').slice(7))
    .digest();
interface NewItem {
  kind: string;
  title: string;
  description: string;
}

async function withFastify(): Promise<void> {
  const app = fastify();
  const string = { type: 'string' };
  const integer = { type: 'integer' };
  const item = {
    type: 'object',
    properties: {
      id: integer,
      kind: string,
      title: string,
      ownerId: integer,
      createdAt: { type: 'string', format: 'date-time' },
      durationS: integer,
      thumb: string,
      description: string,
    },
  };
  const owners = new WeakMap<object, number>();
  app.get('/health', () => 'ok');
  app.addHook('preHandler', async (request, reply) => {
    if (request.url === '/health') return;
    const { rows } = await pool.query<{ userId: number }>(SESSION, [hashOf(request.headers.authorization)]);
    if (!rows[0]) return void reply.code(401).send();
    owners.set(request, rows[0].userId);
  });
  app.get<{ Querystring: { kind: string } }>(
    '/items',
    {
      schema: {
        querystring: { type: 'object', properties: { kind: string } },
        response: { 200: { type: 'array', items: item } },
      },
    },
    async (request) => (await pool.query(LIST, [owners.get(request), request.query.kind])).rows,
  );
  app.post<{ Body: NewItem }>(
    '/items',
    {
      schema: {
        body: {
          type: 'object',
          required: ['kind', 'title'],
          properties: { kind: string, title: string, description: string },
        },
        response: { 200: item },
      },
    },
    async (request) =>
      (await pool.query(INSERT, [request.body.kind, request.body.title, owners.get(request), request.body.description]))
        .rows[0],
  );
  await app.listen({ port, host: '127.0.0.1' });
}

function withPlainHttp(): void {
  const run = async (request: http.IncomingMessage): Promise<string> => {
    const hash = hashOf(request.headers.authorization);
    if (request.method !== 'POST') return one({ name: 'list', text: ONE_LIST, values: [hash, 'video'] });
    let text = '';
    for await (const part of request) text += String(part);
    const body = JSON.parse(text) as NewItem;
    return one({ name: 'insert', text: ONE_INSERT, values: [hash, body.kind, body.title, body.description] });
  };
  const one = async (query: { name: string; text: string; values: unknown[] }) =>
    (await pool.query<string[]>({ ...query, rowMode: 'array' })).rows[0]![0]!;
  http
    .createServer((request, response) => {
      if (request.url === '/health') return void response.end('ok');
      run(request).then(
        (body) =>
          response
            .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
            .end(body),
        () => response.writeHead(500).end(),
      );
    })
    .listen(port, '127.0.0.1');
}

if (process.env.KIND === 'http') withPlainHttp();
else await withFastify();

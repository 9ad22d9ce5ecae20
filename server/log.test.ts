import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { lineWriter } from './log-lines.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('secrets never reach the log, in any part of a request', () => {
  const text = logged((log) => {
    log.info({ req: { headers: { authorization: 'Bearer S1', cookie: 'S2', 'set-cookie': 'S3' } } }, 'a');
    log.info({ body: { password: 'S4', code: 'S5', refreshToken: 'S6' }, registrationId: 'S7' }, 'b');
    log.info({ input: { refresh: 'S8', access: 'S9' }, token: 'S0' }, 'c');
  });
  expect(text).not.toMatch(/S\d/);
  expect(text.match(/\[hidden\]/g)).toHaveLength(10);
});

test('an error keeps its code and its stack', () => {
  const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const line = JSON.parse(logged((log) => log.error({ err: error }, 'no database')));
  expect(line).toMatchObject({ level: 'error', msg: 'no database', err: { code: 'ECONNREFUSED' } });
  expect(line.err.stack).toContain('log.test.ts');
});

test('a terminal gets short lines', () => {
  const out: string[] = [];
  const writer = lineWriter({ write: (text) => void out.push(text) });
  writer.write('{"level":"info","time":"2026-01-02T03:04:05.678Z","msg":"ready","port":3000}\n');
  expect(out).toEqual(['03:04:05 info  ready port=3000\n']);
});

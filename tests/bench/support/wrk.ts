import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from './processes.ts';

/** Whether wrk (Debian package `wrk`) is installed. */
export const hasWrk = (): boolean => spawnSync('wrk', ['-v']).error === undefined;

export interface Load {
  url: string;
  /** Bearer tokens, used in turn, so that requests come from many people. */
  tokens: readonly string[];
  /** Lua expressions of the body's JSON text and the key of an insert; `id()` makes a fresh UUIDv7. */
  insert?: { body: string; key?: boolean };
  connections?: number;
  seconds: number;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  p99Ms: number;
  errors: number;
}

const UNITS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

/** Puts load on an address and returns wrk's figures. */
export async function load({ url, tokens, insert, connections = 32, seconds }: Load): Promise<LoadResult> {
  const folder = makeFolder('wrk');
  writeFileSync(path.join(folder, 'tokens'), tokens.join('\n'));
  writeFileSync(path.join(folder, 'load.lua'), script(path.join(folder, 'tokens'), insert));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', path.join(folder, 'load.lua'), url];
  const { stdout } = await promisify(execFile)('wrk', args);
  const p99 = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout);
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: Number(p99?.[1]) * (UNITS[p99?.[2] ?? ''] ?? NaN),
    errors: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
  };
}

const script = (tokenFile: string, insert: Load['insert']) => `
local tokens = {}
for line in io.lines(${JSON.stringify(tokenFile)}) do tokens[#tokens + 1] = "Bearer " .. line end
math.randomseed(os.time())
local seed, n = math.random(0, 0xffffff), 0
local started = os.time()
function id()
  return string.format("%08x-%04x-7%03x-8%03x-%06x%06x", started, seed % 0x10000, math.random(0, 0xfff), math.random(0, 0xfff), seed, n)
end
request = function()
  n = n + 1
  local headers = { ["Authorization"] = tokens[n % #tokens + 1] }
  ${
    insert
      ? `headers["Content-Type"] = "application/json"
  ${insert.key ? 'headers["Idempotency-Key"] = id()' : ''}
  return wrk.format("POST", nil, headers, ${insert.body})`
      : 'return wrk.format("GET", nil, headers)'
  }
end`;

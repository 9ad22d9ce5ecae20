import pg from 'pg';
import { BackupProblem } from '#server/backup/problem.ts';
import { readConfig } from '#server/config.ts';
import { openPoolConfig, runTool, say, settingsOrFail } from './tools.ts';

export interface GrantTool {
  /** Its name in package.json. */
  command: string;
  /** @returns False if there is no such person. */
  change: (client: pg.Client, username: string) => Promise<boolean>;
  /** What is said once it is done. */
  done: (username: string) => string;
  /** Why nothing was changed. */
  otherwise: (username: string) => string;
}

/** Runs a command that gives or takes the rights of an operator: one argument, a username. */
export const runGrantTool = ({ command, change, done, otherwise }: GrantTool): Promise<void> =>
  runTool(command.split('-')[0]!, async () => {
    const [username, more] = process.argv.slice(2);
    if (!username || more) throw new BackupProblem(`Usage: npm run ${command} -- USERNAME`);
    settingsOrFail();
    const { poolConfig, stop } = await openPoolConfig(readConfig(process.env));
    const client = new pg.Client(poolConfig);
    try {
      await client.connect();
      if (!(await change(client, username))) throw new BackupProblem(`Nothing was changed: ${otherwise(username)}`);
      say(done(username));
    } finally {
      await client.end();
      await stop();
    }
  });

import pg from 'pg';
import { BackupProblem } from '#server/backup/problem.ts';
import { readConfig } from '#server/config.ts';
import { grantSuperadmin } from './grant.ts';
import { openPoolConfig, runTool, say, settingsOrFail } from './tools.ts';

// `npm run grant-superadmin -- USERNAME`: makes a person an operator, while the servers run or not.

await runTool('grant', async () => {
  const [username, more] = process.argv.slice(2);
  if (!username || more) throw new BackupProblem('Usage: npm run grant-superadmin -- USERNAME');
  settingsOrFail();
  const { poolConfig, stop } = await openPoolConfig(readConfig(process.env));
  const client = new pg.Client(poolConfig);
  try {
    await client.connect();
    if (!(await grantSuperadmin(client, username)))
      throw new BackupProblem(`Nothing was changed: no person has the username ${username}, or the account has ended.`);
    say(`${username} is an operator now. Their devices notice it with the next call.`);
  } finally {
    await client.end();
    await stop();
  }
});

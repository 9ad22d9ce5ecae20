import { grantSuperadmin } from './grant.ts';
import { runGrantTool } from './grant-tool.ts';

// `npm run grant-superadmin -- USERNAME`: makes a person an operator, while the servers run or not.

await runGrantTool({
  command: 'grant-superadmin',
  change: grantSuperadmin,
  done: (username) => `${username} is an operator now. Their devices notice it with the next call.`,
  otherwise: (username) => `no person has the username ${username}, or the account has ended.`,
});

import { revokeSuperadmin } from './grant.ts';
import { runGrantTool } from './grant-tool.ts';

// `npm run revoke-superadmin -- USERNAME`: a person is no operator any more, while the servers run or not.

await runGrantTool({
  command: 'revoke-superadmin',
  change: revokeSuperadmin,
  done: (username) => `${username} is no operator any more. Sessions in accounts of others have ended.`,
  otherwise: (username) => `no operator has the username ${username}.`,
});

import { bundleServer } from './bundle.ts';

// `node bundle-now.ts`, in the root: bundles the server of this folder.
await bundleServer(process.cwd(), 'server/launch/serve.ts');

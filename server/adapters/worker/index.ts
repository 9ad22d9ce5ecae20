export { WorkerClient } from './client.ts';
export { workerProcess, workerThread } from './open.ts';
export { serveRequests } from './serve.ts';

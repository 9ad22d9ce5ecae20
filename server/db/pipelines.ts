import pg from 'pg';

/** Runs one statement: a pool, or connections that several statements share. */
export interface Queries {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
}

export interface Pipelines extends Queries {
  /** Waits for what is under way. */
  close(): Promise<void>;
}

const CONNECTIONS = 4;

/**
 * A few connections that send the next statement without waiting for the answer of the one before, so that under load one
 * system call carries several. For short reads of one statement: each waits for those in front of it on its connection, so
 * nothing here may take a lock, and a transaction would get the statements of others.
 *
 * @param onError Called with the error of a lost connection. Its statements fail with the same error; the next one opens
 *   a new connection.
 */
export const openPipelines = (
  config: pg.ClientConfig,
  onError: (error: Error) => void,
  connections = CONNECTIONS,
): Pipelines => {
  const pipelines = Array.from({ length: connections }, () => openPipeline(config, onError));
  return {
    // The one with the least before it: a slow statement keeps only those waiting that came right after it.
    query: (statement) =>
      pipelines.reduce((least, each) => (each.waiting < least.waiting ? each : least)).query(statement),
    async close() {
      await Promise.all(pipelines.map((each) => each.close()));
    },
  };
};

interface Pipeline extends Pipelines {
  /** Statements without an answer. */
  readonly waiting: number;
}

const openPipeline = (config: pg.ClientConfig, onError: (error: Error) => void): Pipeline => {
  let opened: Promise<pg.Client> | undefined;
  let waiting = 0;

  const open = (): Promise<pg.Client> => {
    const client = new pg.Client({ ...config, pipeline: true });
    const forget = () => {
      if (opened === opening) opened = undefined;
    };
    client.on('error', (error) => {
      forget();
      onError(error);
    });
    const opening = client.connect().then(
      () => client,
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    return opening;
  };

  return {
    get waiting() {
      return waiting;
    },
    async query(statement) {
      waiting += 1;
      try {
        const client = await (opened ??= open());
        return await client.query(statement);
      } finally {
        waiting -= 1;
      }
    },
    async close() {
      const client = await opened?.catch(() => undefined);
      await client?.end();
    },
  };
};

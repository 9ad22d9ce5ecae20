/**
 * Open streams of one session and of one person, in one process. Above that the oldest is closed. A session is one browser,
 * of which one page reads the stream: the older one is of a page that was left and kept its connection.
 */
const OF_SESSION = 1;
const OF_PERSON = 20;

/** One open event stream. */
export interface OpenStream {
  sessionId: string;
  userId: string;
  end(): void;
}

/** Keeps count of the open streams of each person: a new one is always taken, at the cost of the person's oldest. */
export class OpenStreams {
  /** By person, oldest first. */
  readonly #byPerson = new Map<string, Set<OpenStream>>();

  /** @returns Takes the stream out again. */
  add(stream: OpenStream): () => void {
    const own = this.#byPerson.get(stream.userId) ?? new Set();
    this.#byPerson.set(stream.userId, own.add(stream));
    const ofSession = [...own].filter(({ sessionId }) => sessionId === stream.sessionId);
    const [oldest] = ofSession.length > OF_SESSION ? ofSession : own.size > OF_PERSON ? own : [];
    if (oldest) {
      own.delete(oldest);
      oldest.end();
    }
    return () => {
      own.delete(stream);
      if (own.size === 0) this.#byPerson.delete(stream.userId);
    };
  }
}

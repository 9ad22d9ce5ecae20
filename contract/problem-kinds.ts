export interface ProblemDetails {
  readonly [name: string]: string | number | undefined;
}

export interface ProblemKind {
  readonly status: number;
  /** The input that the problem is about, if it is always the same. */
  readonly field?: string;
  /** The server closes the connection after the answer, because it does not read the rest of the request. */
  readonly closes?: true;
  /** Builds the message for people from the details. */
  readonly message: (details: ProblemDetails) => string;
}

/** Keeps the codes of a table as its type. */
export const kinds = <K extends Record<string, ProblemKind>>(table: K): K => table;

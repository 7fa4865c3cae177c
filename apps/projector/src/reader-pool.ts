import type { Pool } from 'pg';

/** Connections of the role that sees the rows of one organization at a time, for requests of clients. */
export class ReaderPool {
  constructor(readonly pool: Pool) {}
}

import type { Pool } from 'pg';

/** Connections of the role that writes for many organizations; no request of a client ever uses them. */
export class WriterPool {
  constructor(readonly pool: Pool) {}
}

import type { Pool } from 'pg';

/** The pools of the two roles: of requests, which sees one organization, and the one that sees all. */
export class UsagePools {
  constructor(
    readonly reader: Pool,
    readonly writer: Pool,
  ) {}
}

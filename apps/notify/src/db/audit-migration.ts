import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '@spanwise/postgres/row-security';

/** Records of changes on their way to the organization's audit log, which iam keeps. */
export class AuditOutbox1764600000000 implements MigrationInterface {
  name = 'AuditOutbox1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_outbox (
        id uuid primary key,
        organization_id uuid not null,
        record jsonb not null
      );
      create index audit_outbox_order on audit_outbox (organization_id, id);
      ${protectTable('audit_outbox')}
      alter table organizations add column audit_waiting boolean not null default false;
      create index organizations_audit on organizations (id) where audit_waiting;`);
  }

  async down(): Promise<void> {
    throw new Error('migrations go forward only');
  }
}

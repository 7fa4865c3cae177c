import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A migration that runs `sql` and is never undone: going back is restoring a backup. `name` ends in the 13 digits that
 * order migrations, and stands in the schema's table of what has run.
 */
export function forwardMigration(name: string, sql: string): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }

    async down(): Promise<void> {
      throw new Error('migrations go forward only');
    }
  };
}

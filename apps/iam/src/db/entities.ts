import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('organizations')
export class Organization {
  @PrimaryColumn('uuid') id: string;
  @Column('text') slug: string;
  @Column('text') name: string;
  /** The reserved `_sys` organization, which holds the platform's own telemetry. */
  @Column('boolean') system: boolean;
  @Column('boolean') disabled: boolean;
  @Column('int') policy_version: number;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

@Entity('users')
export class User {
  @PrimaryColumn('uuid') id: string;
  @Column('text') email: string;
  @Column('text') display_name: string;
  @Column('text') password_hash: string;
  @Column('text') status: 'active' | 'pending' | 'rejected';
  @Column('boolean') disabled: boolean;
  @Column('boolean') platform_administrator: boolean;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

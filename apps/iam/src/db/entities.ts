import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('organizations')
export class Organization {
  @PrimaryColumn('uuid') id: string;
  @Column('text') slug: string;
  @Column('text') name: string;
  /** The reserved `_sys` organization, which holds the platform's own telemetry. */
  @Column('boolean') system: boolean;
  @Column('boolean') disabled: boolean;
  /** Shut for good: its data goes in the background, its row last. */
  @Column('timestamptz', { nullable: true }) deleted_at: Date | null;
  @Column('int') policy_version: number;
  /** Entitlements; none in the edition `oss`. */
  @Column('text', { array: true }) features: string[];
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

@Entity('users')
export class User {
  @PrimaryColumn('uuid') id: string;
  /** As it was typed; `email_key` is what is compared. */
  @Column('text') email: string;
  @Column('text') email_key: string;
  /** Of the accounts of an address only one is found by it; the others are claims. */
  @Column('boolean') owns_address: boolean;
  @Column('text', { nullable: true }) sign_in_tag: string | null;
  @Column('timestamptz', { nullable: true }) email_verified_at: Date | null;
  @Column('text') display_name: string;
  @Column('text') password_hash: string;
  @Column('text') status: 'active' | 'pending' | 'rejected';
  @Column('boolean') disabled: boolean;
  @Column('boolean') platform_administrator: boolean;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

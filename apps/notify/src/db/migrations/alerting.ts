import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

const SEVERITY = `severity text not null check (severity in ('info', 'warning', 'error', 'critical'))`;
const TIMES = 'created_at timestamptz not null default now(), updated_at timestamptz not null default now()';

/** Alert rules, what they were evaluated to be, and incidents (ALERT-1 to ALERT-39). Steps are minutes since the epoch. */
export const Alerting1766800000000 = forwardMigration(
  'Alerting1766800000000',
  `
      alter table organizations add column has_alert_rules boolean not null default false;
      create table alert_rules (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        definition jsonb not null,
        enabled boolean not null,
        version int not null,
        ${TIMES},
        unique (organization_id, name)
      );
      -- What a rule was, for everything that is told of the past.
      create table alert_rule_versions (
        organization_id uuid not null,
        rule_id uuid not null,
        version int not null,
        definition jsonb not null,
        created_at timestamptz not null default now(),
        primary key (organization_id, rule_id, version)
      );
      -- The last step that is judged, for each pass: its lock and its number are the fence (ALERT-5).
      create table alert_cursors (
        organization_id uuid not null,
        pass text not null,
        step bigint not null,
        primary key (organization_id, pass)
      );
      -- Label sets that are not normal, or were flapping of late.
      create table alert_states (
        organization_id uuid not null,
        pass text not null,
        rule_id uuid not null,
        labels_hash bytea not null,
        labels jsonb not null,
        state jsonb not null,
        incident_id uuid,
        primary key (organization_id, pass, rule_id, labels_hash)
      );
      -- What was measured and how it was judged: compressed JSON, and the digest of what apm gave.
      create table alert_evaluations (
        organization_id uuid not null,
        pass text not null,
        step bigint not null,
        digest text not null,
        measured bytea not null,
        verdicts bytea not null,
        evaluated_at timestamptz not null default now(),
        primary key (organization_id, pass, step)
      );
      create table incidents (
        id uuid primary key,
        organization_id uuid not null,
        -- Null: of the platform itself.
        rule_id uuid,
        fingerprint text not null,
        status text not null check (status in ('open', 'acknowledged', 'resolved')),
        ${SEVERITY},
        -- What it is about: names, labels, traces, values.
        details jsonb not null,
        -- End of the first step that breached.
        started_at timestamptz not null,
        created_at timestamptz not null,
        -- Where it was opened again.
        reopened_at timestamptz,
        acknowledged_at timestamptz,
        acknowledged_by uuid,
        resolved_at timestamptz,
        resolved_by uuid,
        resolved_reason text,
        assignee uuid,
        feedback text,
        snoozed_until timestamptz,
        -- Last time that somebody was told of the trouble.
        paged_at timestamptz,
        -- Somebody was told since it was opened, so that its end is told too (ALERT-36).
        is_told boolean not null default false,
        -- Nobody could be told yet, or somebody has to be told again: looked at again until it is told or over.
        waits boolean not null default false,
        -- Events published of it: the number of the next.
        events int not null default 0,
        -- Escalation: where it is in the policy.
        current_step int not null default 0,
        current_loop int not null default 0,
        current_step_started_at timestamptz not null,
        unique (organization_id, id)
      );
      create unique index incidents_active on incidents (organization_id, fingerprint) where status <> 'resolved';
      create index incidents_created on incidents (organization_id, created_at desc, id desc);
      create index incidents_fingerprint on incidents (organization_id, fingerprint, id desc);
      create index incidents_rule on incidents (organization_id, rule_id) where status <> 'resolved';
      create index incidents_waiting on incidents (organization_id, id) where waits;
      -- Only ever appended to.
      create table incident_timeline (
        id uuid primary key,
        organization_id uuid not null,
        incident_id uuid not null,
        at timestamptz not null,
        kind text not null,
        actor uuid,
        details jsonb not null,
        foreign key (organization_id, incident_id) references incidents (organization_id, id) on delete cascade
      );
      create index incident_timeline_incident on incident_timeline (organization_id, incident_id, id);
      create function refuse_timeline_change() returns trigger language plpgsql as
        $$ begin raise exception 'the timeline of an incident is append-only'; end $$;
      create trigger incident_timeline_append_only before update on incident_timeline
        for each row execute function refuse_timeline_change();
      ${[
        'alert_rules',
        'alert_rule_versions',
        'alert_cursors',
        'alert_states',
        'alert_evaluations',
        'incidents',
        'incident_timeline',
      ]
        .map(protectTable)
        .join('')}`,
);

/** What leads on from an incident: its cause, traces, error groups, deployments, and services beside it. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.js';
import type { Schemas } from '../../lib/api.js';
import { count, time } from '../../lib/format.js';
import type { Window } from '../../lib/range.js';
import { keptMembers, rangeMembers } from '../../lib/search.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { ServiceMark } from '../../ui/service-name.js';
import { Empty } from '../../ui/states.js';
import { useRawSearch } from '../../ui/use-search.js';
import type { Incident } from './incident-list.js';

type Cause = Schemas['RootCause'];

interface AroundProps {
  incident: Incident;
  cause: Cause | undefined;
  window: Window;
}

export function Around({ incident, cause, window }: AroundProps) {
  const t = useT();
  const search = rangeMembers(window) as never;
  const { trace_ids: traces, evidence, labels } = incident;
  const services = incident.affected_services.filter((service) => service !== labels.service);
  const parts: ReactNode[] = [
    isKnown(cause) && <CauseWords key="cause" cause={cause} through={incident.notified_through} />,
    traces.length > 0 && (
      <Part key="traces" title={t('exemplarTraces')}>
        {traces.map((trace) => (
          <Link className="code" key={trace} to="/traces/$trace" params={{ trace }} search={search}>
            {trace.slice(0, 8)}
          </Link>
        ))}
      </Part>
    ),
    evidence !== undefined && evidence.error_groups.length > 0 && (
      <Errors key="errors" groups={evidence.error_groups} search={search} />
    ),
    evidence !== undefined && evidence.deployments.length > 0 && (
      <Deployments key="deployments" deployments={evidence.deployments} />
    ),
    services.length > 0 && (
      <Part key="services" title={t('affected')}>
        {services.map((service) => (
          <span key={service}>
            <ServiceMark name={service} />
            <Link to="/services/$service" params={{ service }} search={search}>
              {service}
            </Link>
          </span>
        ))}
      </Part>
    ),
  ].filter(Boolean);
  return (
    <Panel title={t('around')}>
      {parts.length === 0 ? <Empty title={t('nothingAround')} /> : <dl className="words">{parts}</dl>}
    </Panel>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <dt>{title}</dt>
    <dd className="labels">{children}</dd>
  </>
);

/** Of what neither follows from anything nor has anything follow from it, there is nothing to say. */
const isKnown = (cause: Cause | undefined): cause is Cause =>
  cause !== undefined && (cause.root_incident_id !== cause.incident_id || cause.inhibited.length > 0);

/** `through`: incident whose notification stands for it. */
function CauseWords({ cause, through }: { cause: Cause; through: string | undefined }) {
  const t = useT();
  const kept = keptMembers(useRawSearch()) as never;
  const { incident_id: id, root_incident_id: root, path, failed_traces: traces, shared_traces: shared } = cause;
  const link = (to: string, words: string) => (
    <Link key={to} to="/alerts/incidents/$incident" params={{ incident: to }} search={kept}>
      {words}
    </Link>
  );
  if (root === id)
    return (
      <Part title={t('cause')}>
        <p>{t('causeItself', { count: cause.inhibited.length })}</p>
        {cause.inhibited.map(({ id: other, service }) => link(other, service))}
        {through !== undefined && <p>{link(through, t('notifiedThrough'))}</p>}
      </Part>
    );
  const over = path.join(' → ');
  return (
    <Part title={t('cause')}>
      {link(root, t('causeIs', { service: cause.root_service }))}
      <p>
        {traces === undefined || shared === undefined
          ? t('causeOver', { path: over })
          : t('causeShared', { path: over, traces, shared })}
      </p>
    </Part>
  );
}

function Errors({ groups, search }: { groups: Schemas['AlertEvidence']['error_groups']; search: never }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Part title={t('errorsTitle')}>
      {groups.map(({ fingerprint, error_type: type, message = '', occurrences }) => (
        <p className="pair" key={fingerprint}>
          <Link to="/errors/$fingerprint" params={{ fingerprint }} search={search}>
            {type}
          </Link>
          <span className="soft">
            {t('occurrencesCounted', { count: occurrences, text: count(occurrences, locale).exact })} {message}
          </span>
        </p>
      ))}
    </Part>
  );
}

function Deployments({ deployments }: { deployments: Schemas['AlertEvidence']['deployments'] }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Part title={t('deployments')}>
      {deployments.map(({ service, version, at }) => (
        <p key={`${service} ${version} ${at}`}>
          {service} <span className="code">{version}</span> <span className="soft">{time(at, locale)}</span>
        </p>
      ))}
    </Part>
  );
}

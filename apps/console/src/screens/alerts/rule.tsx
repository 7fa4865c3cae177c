import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { ago, time } from '../../lib/format.js';
import { text } from '../../lib/search.js';
import { useClock } from '../../ui/clock.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { Answered, Empty, Problems } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';
import { useScreenSearch } from '../../ui/use-search.js';
import { AlertsTabs } from './alerts-tabs.js';
import { conditionWords, watchedByRule, watchedByVersion } from './condition-words.js';
import { useIncidentColumns } from './incident-columns.js';
import { listed } from './incident-list.js';
import { RuleState } from './rule-state.js';
import { RuleSwitch } from './rule-switch.js';
import { askRules } from './rules.js';

interface State {
  environment: string;
}
const FIELDS = { environment: text() };
const REFRESH_MS = 30_000;
const WEEK_SECS = 604_800;
const NEWEST = 20;
type Rule = Schemas['AlertRule'];

export function Rule() {
  const t = useT();
  const { rule: id } = useParams({ strict: false }) as { rule: string };
  const { problems } = useScreenSearch<State>(FIELDS);
  const params = { path: { id } };
  const rule = useQuery({
    queryKey: ['rule', id],
    queryFn: () => answerOf(api.GET('/api/v1/alerts/rules/{id}', { params })),
    placeholderData: undefined,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <AlertsTabs at="rules" />
      <Problems problems={problems} />
      {rule.data === undefined && (
        <div className="screen-head">
          <h1>{t('rule')}</h1>
        </div>
      )}
      <Answered of={rule} height={480}>
        {(data) => (
          <>
            <Facts rule={data} />
            <Panel title={t('newestIncidents')}>
              <Newest ruleId={id} />
            </Panel>
            <Panel title={t('versions')}>
              <Versions ruleId={id} />
            </Panel>
          </>
        )}
      </Answered>
    </>
  );
}

/** What a composite calls the rules that it is over. */
function useRuleName(needed: boolean): (id: string) => string {
  const { data } = useQuery({ ...askRules, enabled: needed });
  return (id) => data?.find((rule) => rule.id === id)?.name ?? id.slice(0, 8);
}

function Facts({ rule }: { rule: Rule }) {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  const nameOf = useRuleName(rule.condition.type === 'composite');
  const { condition, last_eval_at: at } = rule;
  const statement = condition.type === 'sql' ? condition.statement : undefined;
  const labels = Object.entries(rule.labels);
  return (
    <>
      <div className="screen-head">
        <h1>{rule.name}</h1>
        <div className="facts">
          <RuleState of={rule} />
          {at !== undefined && (
            <span title={time(at, locale)}>
              {t('lastEvaluated')} {ago(at, nowMs, locale)}
            </span>
          )}
        </div>
        <RuleSwitch rule={rule} />
      </div>
      <section className="panel">
        <header>
          <h2>{t('condition')}</h2>
          <span className="soft">{t('versionNumber', { version: rule.version })}</span>
        </header>
        <dl className="words">
          <dt>{t('condition')}</dt>
          <dd>{conditionWords(watchedByRule(rule), t, locale, nameOf)}</dd>
          {statement !== undefined && (
            <>
              <dt>{t('statement')}</dt>
              <dd>
                <code>{statement}</code>
              </dd>
            </>
          )}
          {rule.description !== '' && (
            <>
              <dt>{t('description')}</dt>
              <dd>{rule.description}</dd>
            </>
          )}
          {labels.length > 0 && (
            <>
              <dt>{t('labels')}</dt>
              <dd className="labels">
                {labels.map(([label, value]) => (
                  <code key={label}>
                    {label}={value}
                  </code>
                ))}
              </dd>
            </>
          )}
        </dl>
      </section>
    </>
  );
}

/** Those that are active, and those of the last week. */
function Newest({ ruleId }: { ruleId: string }) {
  const t = useT();
  const { nowMs } = useClock();
  const query = { scope: 'all' as const, window_secs: WEEK_SECS };
  const incidents = useQuery({
    queryKey: ['incidents', query, nowMs],
    queryFn: () => answerOf(api.GET('/api/v1/alerts/incidents', { params: { query } })),
  });
  const columns = useIncidentColumns().filter(({ name }) => name !== 'rule');
  const all = { status: 'all', severity: '', service: '', environment: '', cursor: '' } as const;
  return (
    <Answered of={incidents} height={120}>
      {(data) => {
        const ofRule = data.filter(({ rule_id: id }) => id === ruleId);
        const rows = listed(ofRule, all, { from: 0, to: Number.MAX_SAFE_INTEGER }).slice(0, NEWEST);
        if (rows.length === 0) return <Empty title={t('noIncidentsOfRule')} />;
        return <Table label={t('newestIncidents')} columns={columns} rows={rows} keyOf={({ id }) => id} />;
      }}
    </Answered>
  );
}

type Version = Schemas['RuleVersion'];

function Versions({ ruleId: id }: { ruleId: string }) {
  const t = useT();
  const locale = useLocale();
  const versions = useQuery({
    queryKey: ['rule versions', id],
    queryFn: () => answerOf(api.GET('/api/v1/alerts/rules/{id}/versions', { params: { path: { id } } })),
  });
  const columns: Column<Version>[] = [
    { name: 'version', title: t('version'), kind: 'number', cell: ({ version }) => version },
    { name: 'from', title: t('from'), cell: ({ created_at: at }) => time(at, locale) },
    {
      name: 'condition',
      title: t('condition'),
      kind: 'wide',
      cell: (version) => {
        const words = conditionWords(watchedByVersion(version), t, locale);
        return <span title={words}>{words}</span>;
      },
    },
  ];
  return (
    <Answered of={versions} height={120}>
      {(rows) => (
        <Table
          label={t('versions')}
          columns={columns}
          rows={rows.toSorted((one, other) => other.version - one.version)}
          keyOf={({ version }) => String(version)}
        />
      )}
    </Answered>
  );
}

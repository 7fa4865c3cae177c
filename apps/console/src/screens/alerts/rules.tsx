import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { ago, time } from '../../lib/format.js';
import { cursor, keptMembers, text } from '../../lib/search.js';
import { useClock } from '../../ui/clock.js';
import { ListPage } from '../../ui/list-page.js';
import { useLocale } from '../../ui/preferences.js';
import { Problems } from '../../ui/states.js';
import type { Column } from '../../ui/table.js';
import { useScreenSearch, type ScreenSearch } from '../../ui/use-search.js';
import { AlertsTabs } from './alerts-tabs.js';
import { conditionWords, watchedByRule } from './condition-words.js';
import { pageOf } from './incident-list.js';
import { RuleState } from './rule-state.js';
import { RuleSwitch } from './rule-switch.js';

interface State {
  environment: string;
  cursor: string;
}
const FIELDS = { environment: text(), cursor: cursor() };
const REFRESH_MS = 30_000;
type Rule = Schemas['AlertRule'];

export const askRules = {
  queryKey: ['rules'],
  queryFn: () => answerOf(api.GET('/api/v1/alerts/rules')),
};

export function Rules() {
  const t = useT();
  const search = useScreenSearch<State>(FIELDS);
  // Its key has no time in it: what a user enables or disables is put into this very answer.
  const answer = useQuery({ ...askRules, refetchInterval: REFRESH_MS });
  const data = useMemo(() => {
    const rules = answer.data?.toSorted((one, other) => one.name.localeCompare(other.name));
    return rules && pageOf(rules, search.state.cursor);
  }, [answer.data, search.state.cursor]);
  const columns = useColumns(answer.data ?? [], search);
  return (
    <>
      <AlertsTabs at="rules" />
      <div className="screen-head">
        <h1>{t('rules')}</h1>
      </div>
      <Problems problems={search.problems} />
      <ListPage
        of={{ ...answer, data }}
        label={t('rules')}
        columns={columns}
        keyOf={({ id }) => id}
        empty={['noRules', 'noRulesNext']}
        change={search.change}
      />
    </>
  );
}

function useColumns(rules: readonly Rule[], { raw }: ScreenSearch<State>): Column<Rule>[] {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  const kept = keptMembers(raw) as never;
  const nameOf = (id: string) => rules.find((rule) => rule.id === id)?.name ?? id.slice(0, 8);
  return [
    {
      name: 'rule',
      title: t('rule'),
      cell: ({ id, name }) => (
        <Link to="/alerts/rules/$rule" params={{ rule: id }} search={kept}>
          {name}
        </Link>
      ),
    },
    { name: 'state', title: t('state'), cell: (rule) => <RuleState of={rule} /> },
    {
      name: 'condition',
      title: t('condition'),
      kind: 'wide',
      cell: (rule) => {
        const words = conditionWords(watchedByRule(rule), t, locale, nameOf);
        return <span title={words}>{words}</span>;
      },
    },
    {
      name: 'lastEvaluated',
      title: t('lastEvaluated'),
      kind: 'number',
      cell: ({ last_eval_at: at }) =>
        at === undefined ? '–' : <span title={time(at, locale)}>{ago(at, nowMs, locale)}</span>,
    },
    { name: 'on', title: t('ruleEnabled'), cell: (rule) => <RuleSwitch rule={rule} /> },
  ];
}

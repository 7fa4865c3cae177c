/** On and off: shown at once, and taken back where the API refuses it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'react-aria-components';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { Failed } from './failed.js';
import { useMay } from './people.js';
import { switchedBody } from './rule-body.js';

type Rule = Schemas['AlertRule'];
const LIST = ['rules'];

async function send({ id }: Rule, enabled: boolean): Promise<Rule> {
  const params = { path: { id } };
  // An update replaces the whole rule: of what it is now, not of what it was when this page was opened.
  const now = await answerOf(api.GET('/api/v1/alerts/rules/{id}', { params }));
  return answerOf(api.PUT('/api/v1/alerts/rules/{id}', { params, body: switchedBody(now, enabled) }));
}

export function RuleSwitch({ rule }: { rule: Rule }) {
  const t = useT();
  const may = useMay();
  const queries = useQueryClient();
  const show = (shown: Rule) => {
    queries.setQueryData<Rule[]>(LIST, (rules) => rules?.map((one) => (one.id === shown.id ? shown : one)));
    queries.setQueryData<Rule>(['rule', shown.id], (one) => one && shown);
  };
  const change = useMutation({
    mutationFn: (enabled: boolean) => send(rule, enabled),
    onMutate: async (enabled) => {
      await Promise.all([
        queries.cancelQueries({ queryKey: LIST }),
        queries.cancelQueries({ queryKey: ['rule', rule.id] }),
      ]);
      show({ ...rule, enabled });
      return rule;
    },
    onSuccess: show,
    onError: (_error, _enabled, before) => before !== undefined && show(before),
    onSettled: () => queries.invalidateQueries({ queryKey: ['incidents'] }),
  });
  return (
    <>
      <Switch
        className="switch"
        aria-label={t('ruleOn', { rule: rule.name })}
        isSelected={rule.enabled}
        isDisabled={change.isPending || !may('alerts.manage')}
        onChange={(enabled) => change.mutate(enabled)}
      >
        <span className="track" aria-hidden="true" />
        {t(rule.enabled ? 'on' : 'off')}
      </Switch>
      {change.error !== null && <Failed error={change.error} />}
    </>
  );
}

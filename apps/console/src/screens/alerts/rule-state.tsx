import { useT } from '../../i18n/i18n.js';
import type { Schemas } from '../../lib/api.js';

const MARKS = { healthy: 'healthy', pending: 'warning', firing: 'critical', error: 'critical' } as const;

/** The last state of the rule; of one that is off that says nothing. */
export function RuleState({ of: { enabled, last_eval_at: at, last_state: state } }: { of: Schemas['AlertRule'] }) {
  const t = useT();
  if (!enabled) return <span className="soft">{t('off')}</span>;
  if (at === undefined) return <span className="state">{t('notEvaluated')}</span>;
  return (
    <span className={`state ${MARKS[state.kind]}`} title={state.reason}>
      {t(`rule_${state.kind}`)}
    </span>
  );
}

import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { alertOrganizations } from '@spanwise/contracts/alerting/measure';
import { RuleBody } from '@spanwise/contracts/alerting/alert-rules';
import { parse } from '@spanwise/contracts/authz/parse';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { OrganizationTurns } from '@spanwise/host/organization-turns';
import { Host } from '@spanwise/host/service';
import type { PoolClient } from 'pg';
import { addRule, addVersion, noteHasRules, ruleRows } from '../alert-rules/alert-rules.store.js';
import { definitionOf } from '../alert-rules/rule-definition.js';
import { recordOwnChange } from '../../platform/audit/audit-outbox.js';
import { lockOrganization, OrganizationTransactions } from '../../db/organization-transactions.js';
import { DEFAULT_RULES } from './rule-definitions.js';
import { hasPack, isDeleted, notePack } from './default-rules.store.js';

const EVERY_MS = 5_000;
const BUDGET_MS = 10_000;
const MAX_RULES = 1_000;

/** Gives an organization that sends its first spans the rules that it begins with (ALERT-40). */
@Injectable()
export class DefaultRules {
  /** Organizations that have it: no need to look again. */
  private readonly given = new Set<string>();
  private readonly turns: OrganizationTurns;

  constructor(
    @Inject(Bus) private readonly bus: Pick<Bus, 'rpc'>,
    private readonly transactions: OrganizationTransactions,
    host: Host,
  ) {
    const fault = 'new organizations have no alert rules yet';
    this.turns = new OrganizationTurns({ loop: 'default_rules', fault, budgetMs: BUDGET_MS }, host);
  }

  start(): void {
    this.turns.start(EVERY_MS, 'default alert rules', () => this.round());
  }

  async round(): Promise<void> {
    const { organization_ids: ids } = await this.bus.rpc.call(alertOrganizations, {});
    const without = ids.filter((one) => !this.given.has(one));
    await this.turns.round(without, async (id) => {
      await this.transactions.in(id, (client) => give(client, id));
      this.given.add(id);
    });
  }
}

async function give(client: PoolClient, organizationId: string): Promise<void> {
  if (await isDeleted(client, organizationId)) return;
  await lockOrganization(client, organizationId);
  if (await hasPack(client, organizationId)) return;
  const taken = new Set((await ruleRows(client, organizationId, MAX_RULES)).map(({ definition }) => definition.name));
  const wanted = DEFAULT_RULES.filter(({ name }) => !taken.has(name));
  for (const rule of wanted) {
    const definition = definitionOf(bodyOf(rule));
    const row = await addRule(client, organizationId, { id: uuidv7(), enabled: true, definition });
    await addVersion(client, organizationId, row);
  }
  await noteHasRules(client, organizationId);
  await notePack(client, organizationId);
  await recordOwnChange(client, organizationId, {
    action: 'alert_rule.defaults',
    target_kind: 'organization',
    target_id: organizationId,
    payload: { names: wanted.map(({ name }) => name) },
  });
}

/** As a client would send it. */
export const bodyOf = ({ periodSecs, ...rule }: (typeof DEFAULT_RULES)[number]): RuleBody =>
  parse(RuleBody, {
    ...rule,
    query: {
      language: 'condition',
      statement: rule.name,
      period_secs: periodSecs,
      stream: { name: 'default', stream_type: 'traces' },
    },
  });

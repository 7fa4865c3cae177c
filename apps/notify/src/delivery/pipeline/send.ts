/** The fourth stage: one attempt to deliver. No transaction is open while a receiver takes its time. */
import { scopeFrom } from '@spanwise/host/request-scope';
import type { Host } from '@spanwise/host/service';
import { describeError } from '@spanwise/host/logger';
import { inServerSpan } from '@spanwise/host/tracing/tracing';
import { SpanKind } from '@opentelemetry/api';
import type { ConnectorRow } from '../../channels/connectors/connector-rows.js';
import type { ConnectorSecrets } from '../../channels/connectors/connector-secrets.js';
import { sendOnce } from '../../channels/connectors/send-once.js';
import type { Turn } from '../../db/organization-transactions.js';
import { DeliveryFault } from '../../channels/egress/delivery-fault.js';
import type { DeliveryRow } from '../../channels/outbox/delivery-rows.js';
import type { Outcome } from '../../channels/outbox/outcome.js';
import type { Message, ProviderContext } from '../../channels/providers/provider.js';
import { withAcknowledgeLink } from './acknowledge-link.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import { outcomeOfFault, unsent } from './outcomes.js';
import type { Stage } from './stage.js';
import type { Leased } from './take.js';

export interface SendTools {
  secrets: ConnectorSecrets;
  context: ProviderContext;
  host: Host;
  metrics: DeliveryMetrics;
  retryScale: number;
  /** Origin that clients reach. */
  baseUrl: string;
}

export interface Attempted {
  row: DeliveryRow;
  outcome: Outcome;
}

/** Never throws: what goes wrong is the outcome. */
export const sendStage =
  (tools: SendTools): Stage<Leased, Attempted> =>
  async (turn, leased) => {
    const { row, connector } = leased;
    const outcome = unsent(leased) ?? (await attempt(tools, turn, row, connector!));
    tools.metrics.attempts.inc({ type: row.target_type, outcome: outcome.status });
    if (connector !== undefined && outcome.latencyMs !== undefined) {
      const labels = { connector_type: connector.connector_type, outcome: outcome.status };
      tools.metrics.seconds.observe(labels, outcome.latencyMs / 1_000);
    }
    return { row, outcome };
  };

async function attempt(tools: SendTools, turn: Turn, row: DeliveryRow, connector: ConnectorRow): Promise<Outcome> {
  const startedAt = performance.now();
  const latencyMs = () => Math.round(performance.now() - startedAt);
  try {
    const target = { type: row.target_type, value: row.target_value };
    const delivery = { id: row.id, target, message: await messageOf(tools, turn, row, connector) };
    await traced(tools, row, connector, () => sendOnce(tools.secrets, tools.context, connector, delivery));
    return { status: 'success', latencyMs: latencyMs() };
  } catch (error) {
    if (!(error instanceof DeliveryFault)) {
      tools.host.logger.error({ delivery: row.id, ...describeError(error) }, 'delivery: failed with an internal error');
    }
    const fault = error instanceof DeliveryFault ? error : new DeliveryFault('answer_invalid');
    return outcomeOfFault(fault, row.attempt, latencyMs(), tools.retryScale);
  }
}

/** A mail goes also where no link for it can be made. */
async function messageOf(tools: SendTools, turn: Turn, row: DeliveryRow, connector: ConnectorRow): Promise<Message> {
  try {
    return await withAcknowledgeLink(turn, row, connector, tools.baseUrl);
  } catch (error) {
    tools.host.logger.warn(
      { delivery: row.id, ...describeError(error) },
      'delivery: e-mail sent without an acknowledge link',
    );
    return row.message;
  }
}

/** A delivery belongs to no request: each attempt is a trace of its own, and its logs name the delivery. */
function traced<T>(tools: SendTools, row: DeliveryRow, connector: ConnectorRow, work: () => Promise<T>): Promise<T> {
  const scope = scopeFrom(undefined, row.id);
  tools.host.tracing?.admit(scope, 'always');
  const attributes = {
    'spanwise.delivery.attempt': row.attempt,
    'spanwise.delivery.stage': row.stage,
    'spanwise.connector.type': connector.connector_type,
  };
  const description = { name: `deliver ${connector.connector_type}`, kind: SpanKind.PRODUCER, attributes };
  return inServerSpan(scope, description, work);
}

import { SpanKind } from '@opentelemetry/api';
import { INGEST_SUBJECT } from '@spanwise/contracts/log/log-message';
import { inLinkedSpan, type Tracing } from '@spanwise/host/tracing/tracing';
import type { DeliveredEntry } from './log-reader.js';

/**
 * One span for a batch, linked to the senders of its messages, when the first message of a client was sampled. Batches of
 * the product's own telemetry have none: a chain of spans about spans would never end.
 */
export function inProcessSpan<T>(
  tracing: Tracing | undefined,
  shard: number,
  entries: readonly DeliveredEntry[],
  work: () => Promise<T>,
): Promise<T> {
  const first = entries.find(({ own }) => !own);
  if (first?.sender === undefined) return work();
  const subject = INGEST_SUBJECT(shard);
  const description = {
    name: `process ${subject}`,
    kind: SpanKind.CONSUMER,
    attributes: {
      'messaging.system': 'nats',
      'messaging.destination.name': subject,
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.batch.message_count': entries.length,
    },
    links: entries.flatMap(({ sender }) => sender ?? []),
  };
  return inLinkedSpan(tracing, first.sender, description, work);
}

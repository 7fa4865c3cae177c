/** Which spans are requests of their service, and how those are named (APM-1, APM-7). */
import { httpMethodOf, isTrue, messagingSystemOf, operationOf, rpcSystemOf, textOf } from './attributes.js';
import { keyPart } from './series.js';
import { SpanFlags, SpanKind, type SpanRecord } from './span.js';
import { hasIdSegment, templatePath } from './templated-path.js';
import { httpStatusOf } from './outcome.js';

export type TransactionKind = 'http' | 'rpc' | 'messaging' | 'span' | 'other';

export interface Transaction {
  kind: TransactionKind;
  name: string;
}

const REMOTE_PARENT = SpanFlags.HasIsRemote | SpanFlags.IsRemote;

/**
 * SERVER; CONSUMER except a mere receive or settle; a root without a kind or INTERNAL (a job); an INTERNAL entry point
 * whose parent is known to be remote. Root CLIENT and PRODUCER spans are calls, not requests. Two nested SERVER spans of
 * one service (a proxy and its application) are two requests.
 */
export function isTransaction(span: SpanRecord): boolean {
  if (span.kind === SpanKind.Server) return true;
  if (span.kind === SpanKind.Client || span.kind === SpanKind.Producer) return false;
  if (span.kind === SpanKind.Consumer) {
    const operation = operationOf(span);
    return operation !== 'receive' && operation !== 'settle';
  }
  if (messagingSystemOf(span) !== '' && operationOf(span) === 'process') return true;
  return !span.hasParent || (span.flags & REMOTE_PARENT) === REMOTE_PARENT;
}

export function transactionOf(span: SpanRecord): Transaction {
  const kind = kindOf(span);
  const name = nameOf(span, kind);
  return { kind, name: keyPart(name, 'unnamed') };
}

function kindOf(span: SpanRecord): TransactionKind {
  // gRPC spans may carry http.* as well: rpc wins.
  if (rpcSystemOf(span) !== '' || textOf(span, 'rpc.service') !== '') return 'rpc';
  if (httpMethodOf(span) !== '') return 'http';
  if (span.kind === SpanKind.Consumer || messagingSystemOf(span) !== '') return 'messaging';
  return span.kind === SpanKind.Internal || span.kind === SpanKind.Unspecified ? 'span' : 'other';
}

function nameOf(span: SpanRecord, kind: TransactionKind): string {
  if (kind === 'http') return httpName(span);
  if (kind === 'rpc') return rpcNameOf(span) || lowCardinalityName(span.name);
  if (kind === 'messaging') return messagingName(span);
  return lowCardinalityName(span.name);
}

function httpName(span: SpanRecord): string {
  const method = httpMethodOf(span);
  const route = textOf(span, 'http.route');
  if (route !== '') return `${method} ${route}`;
  // Scanners ask for everything: one row holds what no route matched.
  if (httpStatusOf(span) === 404) return `${method} <unmatched>`;
  const name = span.name.trim();
  const path = textOf(span, 'url.path', 'http.target').split(/[?#]/, 1)[0];
  const raw = path !== '' && path !== '/' && name.includes(path!) && hasIdSegment(path!);
  if (raw) return `${method} ${templatePath(path!)}`;
  if (name === '' || name === method || /^HTTP( |$)/.test(name)) return method;
  const rest = name.startsWith(`${method} `) ? name.slice(method.length + 1) : name;
  return `${method} ${rest.startsWith('/') ? templatePath(rest) : rest}`;
}

/** `package.Service/Method`: new conventions carry it whole, old ones in two parts. */
export function rpcNameOf(span: SpanRecord): string {
  const method = textOf(span, 'rpc.method');
  const service = textOf(span, 'rpc.service');
  if (service === '' || method.includes('/')) return method || service;
  return method === '' ? service : `${service}/${method}`;
}

function messagingName(span: SpanRecord): string {
  const operation =
    textOf(span, 'messaging.operation.name', 'messaging.operation', 'messaging.operation.type') || 'process';
  const destination = destinationOf(span);
  return destination === '' ? lowCardinalityName(span.name) || operation : `${operation} ${destination}`;
}

/**
 * Queues that clients and brokers name themselves, for as long as one reply or one process lives: RabbitMQ (`amq.gen-`, the
 * direct reply-to), Spring AMQP, NATS, JMS.
 */
const GENERATED = /^(?:amq\.gen-|amq\.rabbitmq\.reply-to|spring\.gen-|_INBOX\.|_R_\.|temp-(?:queue|topic):\/\/|ID:)/;
/** A part that makes a name unique: a UUID, or sixteen and more hexadecimal digits. */
const GENERATED_PART =
  /(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[a-f]*\d)[0-9a-f]{16,})(?![0-9a-z])/gi;

/** Names of temporary and anonymous destinations must not enter keys. */
export function destinationOf(span: SpanRecord): string {
  const template = textOf(span, 'messaging.destination.template');
  if (template !== '') return template;
  if (isTrue(span, 'messaging.destination.temporary') || isTrue(span, 'messaging.temp_destination'))
    return '(temporary)';
  if (isTrue(span, 'messaging.destination.anonymous')) return '(anonymous)';
  const name = textOf(span, 'messaging.destination.name', 'messaging.destination', 'message_bus.destination');
  return GENERATED.test(name) ? '(temporary)' : name.replaceAll(GENERATED_PART, '{id}');
}

/** A span name, with its ids masked where it looks like a path or ends in one. */
export function lowCardinalityName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.includes('/')) return templatePath(trimmed);
  return trimmed
    .split(' ')
    .map((word) => (/^\d{4,}$|^(?=.*\d)[0-9a-f]{16,}$|^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(word) ? '{id}' : word))
    .join(' ');
}

import {
  AckPolicy,
  DeliverPolicy,
  nanos,
  NatsError,
  RequestStrategy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
  type StreamInfo,
} from 'nats';
import { toJsMsg } from 'nats/lib/jetstream/jsmsg.js';
import { isOwnMessage, senderOf } from '@spanwise/bus/wire';
import { GATEWAY_HEALTH_HEADER } from '@spanwise/contracts/base/gateway-health';
import { INGEST_STREAM, LAST_ACKNOWLEDGED_HEADER } from '@spanwise/contracts/log/log-message';
import type { RequestScope } from '@spanwise/host/request-scope';
import type { LogEntry } from '../dedup/open-message.js';
import { isAnchor, type LogAnchor, type StoredMessage } from './log-anchor.js';

/** A message with its explicit acknowledgement, which is sent after its commit and never before. */
export interface DeliveredEntry extends LogEntry {
  /** Messages behind this one in the log. */
  pending: number;
  /** The sampled span that sent it, when there is one. */
  sender: RequestScope | undefined;
  /** Nothing of a client is in it. */
  own: boolean;
  ack: () => void;
}

/** Messages that are truly no longer in the log. */
export interface LogHole {
  fromSeq: number;
  toSeq: number;
  /** The first message behind it. */
  next: DeliveredEntry;
}

/** What is remembered of the log that a position counts in. */
export interface KnownHistory {
  /** Creation time of the stream. */
  streamCreated: string | null;
  seq: number;
  /** A message that lay at the position or behind it; null where none is known. */
  anchor: LogAnchor | null;
}

export type LogRead = { entries: DeliveredEntry[]; hole?: undefined } | { hole: LogHole; entries?: undefined };

/** The log is not the one that memory counts in: everything is loaded again, which begins a new epoch. */
export class HistoryChanged extends Error {
  constructor() {
    super('the log was recreated or has lost its end');
  }
}

const BATCH_MESSAGES = 256;
const BATCH_BYTES = 16 * 1024 * 1024;
/** A server that ends, or a connection that breaks, in the midst of a batch must not hold the shard. */
const BATCH_WAIT_MS = 5_000;
const CONSUMER_IDLE_MS = 60_000;
const ACK_WAIT_MS = 10 * 60_000;

/**
 * Reads the log of a shard strictly in order. The consumer is recreated from the committed position whenever memory is
 * loaded or a sequence is missed: its own floor is never taken for truth (PROTO-6, PROTO-8).
 */
export class LogReader {
  private readonly jetstream: JetStreamClient;
  private readonly stream: string;
  private consumer: string | undefined;
  private expected = 1;
  /** A server that did not answer may have come back with another log. */
  wentUnanswered = false;
  /**
   * When was asked what the server has last answered: what comes next, or that nothing does; by the clock of `performance`. The
   * answer may have waited in a process that stood still, and says nothing of what came meanwhile.
   */
  lastAnsweredMs: number | undefined;

  constructor(
    private readonly connection: NatsConnection,
    private readonly jsm: JetStreamManager,
    shard: number,
  ) {
    this.jetstream = connection.jetstream();
    this.stream = INGEST_STREAM(shard);
  }

  info(): Promise<StreamInfo> {
    return this.jsm.streams.info(this.stream);
  }

  /** Undefined where there is no such log. */
  async stateIfThere(): Promise<StreamInfo['state'] | undefined> {
    try {
      return (await this.info()).state;
    } catch (error) {
      if (error instanceof NatsError && error.api_error?.code === 404) return undefined;
      throw error;
    }
  }

  /**
   * Whether the log is still the one that is known (PROTO-7). One that came back shorter and has grown again has the same
   * creation and enough messages: what it holds at the anchor shows which.
   */
  async continues({ streamCreated, seq, anchor }: KnownHistory): Promise<boolean> {
    const { created, state } = await this.info();
    if (created !== streamCreated || state.last_seq < seq) return false;
    // Purged by an operator, or since a database came back that is older: nothing lies at or before the position.
    if (anchor === null || anchor.seq < state.first_seq) return true;
    const message = await this.messageAt(anchor.seq);
    if (message !== undefined) return isAnchor(message, anchor);
    return anchor.seq < (await this.info()).state.first_seq;
  }

  /** Undefined where the log holds none. */
  async messageAt(seq: number): Promise<StoredMessage | undefined> {
    try {
      const { data, time } = await this.jsm.streams.getMessage(this.stream, { seq });
      return { seq, loggedAtMicros: time.getTime() * 1_000, data };
    } catch (error) {
      if (error instanceof NatsError && error.api_error?.code === 404) return undefined;
      throw error;
    }
  }

  /** When the log received its first message after the given time of its own; undefined when there is none. */
  async firstAfter(micros: number): Promise<number | undefined> {
    const { name, delivered } = await this.jsm.consumers.add(this.stream, {
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartTime,
      // Log time is read in milliseconds.
      opt_start_time: new Date(Math.floor(micros / 1_000) + 1).toISOString(),
      inactive_threshold: nanos(CONSUMER_IDLE_MS),
    });
    await this.jsm.consumers.delete(this.stream, name);
    return (await this.messageAt(delivered.stream_seq + 1))?.loggedAtMicros;
  }

  /** Starts behind `seq`. */
  async seek(seq: number): Promise<void> {
    await this.close();
    this.wentUnanswered = false;
    this.expected = seq + 1;
    const consumer = await this.jsm.consumers.add(this.stream, {
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: this.expected,
      ack_wait: nanos(ACK_WAIT_MS),
      max_ack_pending: -1,
      inactive_threshold: nanos(CONSUMER_IDLE_MS),
    });
    this.consumer = consumer.name;
  }

  /**
   * What comes next, in order; nothing after `waitMs` without a message. `arrives` gets the log time of the first message as soon
   * as the log is known to have it: the rest of a batch may take its time.
   */
  async read(waitMs: number, arrives?: (micros: number) => void): Promise<LogRead> {
    const entries = await this.fetch(waitMs, arrives);
    const at = entries.findIndex((entry, index) => entry.seq !== this.expected + index);
    if (at === -1) {
      this.expected += entries.length;
      return { entries };
    }
    const missing = this.expected + at;
    // What stands before the gap is good; the gap itself is asked for again by sequence.
    if (at > 0) {
      await this.seek(missing - 1);
      return { entries: entries.slice(0, at) };
    }
    const toSeq = await this.holeAt(missing);
    await this.seek(toSeq ?? missing - 1);
    return toSeq === undefined ? { entries: [] } : { hole: { fromSeq: missing, toSeq, next: entries[at]! } };
  }

  async purgeThrough(seq: number): Promise<void> {
    await this.jsm.streams.purge(this.stream, { seq: seq + 1 });
  }

  async close(): Promise<void> {
    const name = this.consumer;
    this.consumer = undefined;
    if (name !== undefined) await this.jsm.consumers.delete(this.stream, name).catch(() => false);
  }

  private async fetch(waitMs: number, arrives?: (micros: number) => void): Promise<DeliveredEntry[]> {
    if (this.consumer === undefined) throw new Error('the log reader has no position');
    const askedMs = performance.now();
    const first = await this.jetstream.pull(this.stream, this.consumer, waitMs).catch((error: unknown) => {
      if (!(error instanceof NatsError) || !NOTHING_NEW.has(error.code)) throw error;
      if (error.code === UNANSWERED) this.wentUnanswered = true;
      else this.lastAnsweredMs = askedMs;
      return undefined;
    });
    if (first === undefined) return [];
    const entry = entryOf(first);
    arrives?.(entry.loggedAtMicros);
    this.lastAnsweredMs = askedMs;
    return [entry, ...(await this.fetchMore(this.consumer))];
  }

  /**
   * What follows at once, up to a batch. Asked for on the bus itself: the client library takes the server's end of a batch
   * that has reached its bytes for a fault and drops what it carried.
   */
  private async fetchMore(consumer: string): Promise<DeliveredEntry[]> {
    const asked = { batch: BATCH_MESSAGES, max_bytes: BATCH_BYTES, no_wait: true };
    const replies = await this.connection.requestMany(
      `$JS.API.CONSUMER.MSG.NEXT.${this.stream}.${consumer}`,
      JSON.stringify(asked),
      // The server ends a batch that is not full with a status, which has no bytes. Messages come under their own subject,
      // which only a subscription of their own recognises.
      { strategy: RequestStrategy.SentinelMsg, maxWait: BATCH_WAIT_MS, noMux: true },
    );
    const entries: DeliveredEntry[] = [];
    for await (const reply of replies) {
      if (reply instanceof Error) throw reply;
      if (reply.data.length === 0 && reply.headers !== undefined) break;
      entries.push(entryOf(toJsMsg(reply)));
      if (entries.length === asked.batch) break;
    }
    return entries;
  }

  /**
   * End of the hole that begins at `missing`, or undefined when nothing is missing there. Throws `HistoryChanged` when the
   * log ends before what was read of it: its sequences are given out again, to other messages.
   */
  private async holeAt(missing: number): Promise<number | undefined> {
    const { state } = await this.info();
    if (state.last_seq < missing - 1) throw new HistoryChanged();
    if (missing > state.last_seq) return undefined;
    if (missing < state.first_seq) return state.first_seq - 1;
    return (await this.messageAt(missing)) === undefined ? missing : undefined;
  }
}

/** The server itself has said nothing within the wait: the log may hold anything. */
const UNANSWERED = 'TIMEOUT';
/** Codes of "no message within the wait". */
const NOTHING_NEW = new Set(['404', '408', UNANSWERED]);

function entryOf(message: JsMsg): DeliveredEntry {
  const health = message.headers?.get(GATEWAY_HEALTH_HEADER);
  return {
    seq: message.seq,
    // Log time has millisecond steps here: every later processing of this message sees the same value.
    loggedAtMicros: Math.floor(message.info.timestampNanos / 1_000_000) * 1_000,
    data: message.data,
    ...(health && { gatewayHealth: health }),
    acknowledgedSeq: Number(message.headers?.get(LAST_ACKNOWLEDGED_HEADER) || 0),
    pending: message.info.pending,
    sender: senderOf(message),
    own: isOwnMessage(message),
    ack: () => message.ack(),
  };
}

/** Puts other texts in the place of `exception.stacktrace` in a request of spans or log records. */
import { ProtobufCursor, tagOf, WireType } from './protobuf-cursor.js';
import { eachMessage, type MessageRange } from './protobuf-fields.js';
import { ProtobufWriter } from './protobuf-writer.js';

export const STACKTRACE = 'exception.stacktrace';
/** The text that was there. */
export const GENERATED_STACKTRACE = 'exception.stacktrace.generated';

/** Who sends the stack. */
export interface StackSender {
  service: string;
  release: string;
}

/** Another text, or undefined for leaving it. Called in the order of the request. */
export type ReplaceStack = (stacktrace: string, sender: StackSender) => string | undefined;

/** Fields on the way from a request to the attributes that hold a stack: its resource and scopes, records, then events. */
const PATHS = { traces: [2, 2, 11], logs: [2, 2] } as const;
const ATTRIBUTES = { traces: 3, logs: 6 } as const;
const ONE = tagOf(1, WireType.Bytes);
const TWO = tagOf(2, WireType.Bytes);

/** Undefined when nothing was replaced. The text that is replaced stays beside the new one. Throws `OtlpError` for malformed bytes. */
export function replaceStacktraces(
  bytes: Uint8Array,
  signal: 'traces' | 'logs',
  replace: ReplaceStack,
): Buffer | undefined {
  return new Replacing(bytes, signal, replace).run();
}

class Replacing {
  private readonly cursor: ProtobufCursor;
  private sender: StackSender = { service: '', release: '' };

  constructor(
    private readonly bytes: Uint8Array,
    private readonly signal: 'traces' | 'logs',
    private readonly replace: ReplaceStack,
  ) {
    this.cursor = new ProtobufCursor(bytes);
  }

  run(): Buffer | undefined {
    return this.rewrite({ from: 0, end: this.bytes.length }, 1, (resource) => {
      this.sender = this.senderOf(resource);
      return this.below(resource, 0);
    });
  }

  private below(message: MessageRange, depth: number): Buffer | undefined {
    const path = PATHS[this.signal];
    if (depth === path.length) return this.record(message);
    return this.rewrite(message, path[depth]!, (inner) => this.below(inner, depth + 1));
  }

  private record(record: MessageRange): Buffer | undefined {
    const field = ATTRIBUTES[this.signal];
    let former: Uint8Array | undefined;
    let isRead = false;
    const rewritten = this.rewrite(record, field, (attribute) => {
      if (isRead || this.keyOf(attribute) !== STACKTRACE) return undefined;
      isRead = true;
      const text = this.textOf(attribute);
      const other = text === undefined ? undefined : this.replace(text.toString('utf8'), this.sender);
      if (other === undefined) return undefined;
      former = text;
      return attributeOf(STACKTRACE, Buffer.from(other));
    });
    if (rewritten === undefined) return undefined;
    const beside = new ProtobufWriter().bytes(field, attributeOf(GENERATED_STACKTRACE, former!));
    return Buffer.concat([rewritten, beside.finish()]);
  }

  /** The message with what `change` makes of the messages of the field; undefined when it leaves them all. */
  private rewrite(
    message: MessageRange,
    field: number,
    change: (inner: MessageRange) => Buffer | undefined,
  ): Buffer | undefined {
    const writer = new ProtobufWriter();
    let changed = false;
    let kept = message.from;
    let at = message.from;
    const { cursor, bytes } = this;
    while (at < message.end) {
      cursor.at = at;
      const tag = cursor.tag(message.end);
      if (tag !== tagOf(field, WireType.Bytes)) cursor.skip(tag & 7, message.end);
      else {
        const end = cursor.enter(message.end);
        const made = change({ from: cursor.at, end });
        if (made !== undefined) {
          writer.raw(bytes.subarray(kept, at)).bytes(field, made);
          [changed, kept] = [true, end];
        }
        cursor.at = end;
      }
      at = cursor.at;
    }
    return changed ? writer.raw(bytes.subarray(kept, message.end)).finish() : undefined;
  }

  private senderOf(message: MessageRange): StackSender {
    const sender = { service: '', release: '' };
    eachMessage(this.cursor, message, [ONE], (resource) =>
      eachMessage(this.cursor, resource, [ONE], (attribute) => {
        const key = this.keyOf(attribute);
        const member = key === 'service.version' ? 'release' : key === 'service.name' ? 'service' : undefined;
        if (member !== undefined && sender[member] === '')
          sender[member] = this.textOf(attribute)?.toString('utf8') ?? '';
      }),
    );
    return sender;
  }

  private keyOf(attribute: MessageRange): string {
    return this.lastOf(attribute, ONE)?.toString('utf8') ?? '';
  }

  /** Of a value that is a text. */
  private textOf(attribute: MessageRange): Buffer | undefined {
    let text: Buffer | undefined;
    eachMessage(this.cursor, attribute, [TWO], (value) => (text = this.lastOf(value, ONE) ?? text));
    return text;
  }

  /** Of a field that stands there more than once, the last counts. */
  private lastOf(message: MessageRange, tag: number): Buffer | undefined {
    let found: Buffer | undefined;
    eachMessage(this.cursor, message, [tag], ({ from, end }) => {
      found = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + from, end - from);
    });
    return found;
  }
}

function attributeOf(key: string, text: Uint8Array): Buffer {
  const value = new ProtobufWriter().bytes(1, text).finish();
  return new ProtobufWriter().text(1, key).bytes(2, value).finish();
}

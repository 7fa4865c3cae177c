// @module-tag long
/**
 * Whatever a text says, what the projection does with it takes no more time than it has characters. Functions that take a
 * text are found by their modules, so that a new one is tried automatically.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ATTRIBUTE_KEYS } from '@spanwise/span-model/attribute-keys';
import { DeltaFold } from '@spanwise/span-model/delta';
import { leastMs } from '@spanwise/testing/processor-time';
import { STACK_PARSERS } from '@spanwise/span-model/stack/parse-stack';
import { MAX_LINE_CHARS } from '@spanwise/span-model/stack/stack';
import { parseExactJson } from './exact-json.js';
import { readExceptions } from './read-exceptions.js';
import { readLogRows, readSpanRows } from './read-rows.js';
import { readTraces } from './read-traces.js';

const TEXT_CHARS = 65_536;
const ALLOWED_MS = 150;
/** Of a record, which holds a quarter of the text in some hundred places, escaped: megabytes. A text read as often as it is long takes many times that. */
const RECORD_ALLOWED_MS = 1_000;
const ORGANIZATION = '00000000-0000-7000-8000-0000000000aa';

/** Runs that parsers of stacks, paths, messages and JSON step through, and what they break off at. */
const RUNS = [
  '\n',
  '\r\n',
  ' ',
  '	',
  '.',
  '/',
  ':',
  '-',
  '_',
  '@',
  '%40.',
  '(',
  ')',
  '[',
  '{',
  '"',
  "'",
  '\\"',
  '\\',
  '?',
  '=',
  '0',
  'a',
  'é',
  '😀',
  '\u2028',
  '\0',
  'a.',
  '.a',
  ' (',
  ') in ',
  'at ',
  'at a.b(',
  '#1 a (',
  'Caused by: ',
  '\nCaused by',
  'File "',
  '$$Lambda',
  'eyJ',
  'key=',
  'password="',
  'http://',
  'a@',
  '@http:',
  '1.',
  '1:',
  ':1',
  '--',
  '/<',
  ': (A',
];
const ENDS = ['', '\n\tat shop.cart.Cart.total(Cart.java:41)', ' x\r!'];

const texts = RUNS.flatMap((run, index) => {
  const body = run.repeat(TEXT_CHARS / run.length);
  return [[JSON.stringify(run), body + ENDS[index % ENDS.length]] as const];
});

/** Which of the texts take too long. */
const slow = (work: (text: string) => void, allowedMs = ALLOWED_MS): string[] =>
  texts.flatMap(([made, text]) => {
    const ms = leastMs(() => work(text), allowedMs);
    return ms > allowedMs ? [`${made} takes ${Math.round(ms)} ms`] : [];
  });

type Module = Record<string, unknown>;

const modulesOf = (folder: string): Promise<(readonly [string, Module])[]> =>
  Promise.all(
    readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(?:spec|fixture|d)\.ts$/.test(name))
      .map(
        async (name) => [name, (await import(new URL(name, new URL(folder, import.meta.url)).href)) as Module] as const,
      ),
  );

const modules = (await Promise.all(['../../span-model/src/', './'].map(modulesOf))).flat();
/** Functions that can be called with one text; what they are meant for does not matter here, nor that they throw. */
const functions = modules.flatMap(([file, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    typeof value === 'function' && value.length <= 2 && !String(value).startsWith('class')
      ? [[`${file} ${name}`, value as (text: string) => unknown] as const]
      : [],
  ),
);

describe('a text of 64 KB takes no longer than its length', () => {
  it('and there are functions to try', () => expect(functions.length).toBeGreaterThan(60));

  it.each(functions)('in %s', (_, work) => {
    expect(
      slow((text) => {
        // It may be for something else than texts, or not for this one.
        const ignored = () => undefined;
        try {
          Promise.resolve(work(text)).catch(ignored);
        } catch {
          ignored();
        }
      }),
    ).toEqual([]);
  });

  it.each(STACK_PARSERS.map((parser) => [parser.runtime, parser] as const))('as a stack of %s', (_, parser) => {
    expect(
      slow((text) => {
        const lines = text.match(new RegExp(`[^\\n]{1,${MAX_LINE_CHARS}}`, 'g')) ?? [];
        parser.read(lines.filter((line) => parser.isFrame(line) || line !== ''));
      }),
    ).toEqual([]);
  });
});

/** A span with the text wherever a rule may read it. */
function spanOf(text: string): Uint8Array {
  const attributes = ATTRIBUTE_KEYS.map((key) => ({ key, value: { stringValue: text } }));
  const span = {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    traceState: text,
    name: text,
    startTimeUnixNano: '1700000000000000000',
    endTimeUnixNano: '1700000000005000000',
    status: { code: 2, message: text },
    events: [{ name: 'exception', attributes: exceptionOf(text) }],
  };
  const spans = [
    { ...span, kind: 2, attributes: attributes.filter(({ key }) => !/^(?:exception|error|rpc|messaging)/.test(key)) },
    { ...span, kind: 3, attributes: attributes.filter(({ key }) => key.startsWith('url') || key.startsWith('http')) },
    { ...span, kind: 5, attributes },
    { ...span, kind: 1, attributes: [] },
  ];
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: text } }] };
  return Buffer.from(JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: text }, spans }] }] }));
}

const exceptionOf = (text: string) =>
  ['exception.type', 'exception.message', 'exception.stacktrace'].map((key) => ({ key, value: { stringValue: text } }));

function recordOf(text: string): Uint8Array {
  const record = {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    severityNumber: 17,
    severityText: text,
    body: { stringValue: text },
    attributes: exceptionOf(text),
  };
  const scope = { name: text, version: text };
  return Buffer.from(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ scope, logRecords: [record] }] }] }));
}

const slowRecords = (work: (bytes: Uint8Array) => void, make: (text: string) => Uint8Array) =>
  slow((text) => work(make(text.slice(-TEXT_CHARS / 4))), RECORD_ALLOWED_MS);

describe('a record with the text in every place', () => {
  it('is folded as a span', () =>
    expect(
      slowRecords((bytes) => {
        const fold = new DeltaFold();
        readTraces(bytes, 'json', (span) => fold.add(ORGANIZATION, span));
        readSpanRows(bytes, 'json', () => undefined);
      }, spanOf),
    ).toEqual([]));

  it('is folded as a log record', () =>
    expect(
      slowRecords((bytes) => {
        const fold = new DeltaFold();
        readExceptions(bytes, 'json', 1, (exception) => fold.addException(ORGANIZATION, exception));
        readLogRows(bytes, 'json', () => undefined);
      }, recordOf),
    ).toEqual([]));

  it.each(['"%', '{"a":"%', '{"n":1234567890123456,"a":"%', '[%', '%'])('is read as JSON that breaks off: %s', (head) =>
    expect(
      slow((text) => {
        try {
          parseExactJson(Buffer.from(head.replace('%', () => text)));
        } catch {
          // Nearly all are none.
        }
      }),
    ).toEqual([]),
  );
});

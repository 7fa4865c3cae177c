/** Frames as text, as the first grouping algorithm saw them: kept unchanged for the fingerprints that it has made. */

import { cutTail } from '../cut-tail.js';
import type { Runtime as Known } from '../stack/stack.js';

/** Those that it knew. */
type Runtime = Exclude<Known, 'lua' | 'elixir' | 'swift'>;

export interface Frame {
  /** `module function`, normalised. */
  text: string;
  inApp: boolean;
}

interface Dialect {
  /** Matches one frame line; groups `function` and `place`. */
  frame: RegExp;
  /** The innermost frame stands last. */
  innermostLast?: boolean;
  /** Place or function of library code. */
  library: RegExp;
}

const JAVA: Dialect = {
  // Only places that a JVM prints: `(Int32 id)` is a .NET frame, and .NET would keep `(Cart.java:41)` with its line.
  frame:
    /^\s*at (?:[\w.-]+\/\/?|[\w.-]+@[\w.-]+\/)?(?<function>[\w$.<>/]+)\((?<place>[^()]*\.[a-z]+(?::\d+)?|Native Method|Unknown Source|<generated>)\)(?: ~?\[[^\]]*\])?$/,
  library:
    /^(java|javax|jakarta|jdk|sun|com\.sun|kotlin|scala|groovy|org\.(springframework|apache|hibernate|eclipse|junit|jboss|glassfish|mortbay)|io\.(netty|undertow|grpc|opentelemetry)|reactor|akka)\./,
};
const V8: Dialect = {
  frame:
    /^\s*at (?:async )?(?:(?<function>.+?) \()?(?<place>(?:node:|file:|https?:|[A-Za-z]:\\|\/|webpack|<anonymous>|native|internal|[\w@.-]+\/)[^()]*?)\)?$/,
  library: /node_modules|^node:|^internal\/|^native|<anonymous>/,
};
const GECKO: Dialect = {
  frame: /^(?<function>[^@\s]*)@(?<place>(?:https?|file|resource|webpack)[^\s]+)$/,
  library: /node_modules|resource:/,
};
const PYTHON: Dialect = {
  frame: /^\s*File "(?<place>[^"]+)", line \d+(?:, in (?<function>.+))?$/,
  innermostLast: true,
  library: /site-packages|dist-packages|\/lib\/python|<frozen/,
};
const GO: Dialect = {
  // The arguments are the last parentheses: a method's receiver has its own.
  frame: /^(?=[^\s.]*\.)(?<function>[\w./*()[\]{}~-]+)\((?<place>[^()]*)\)$/,
  library: /^(runtime|net\/http|reflect|testing|internal)\b|^created by/,
};
const DOTNET: Dialect = {
  frame: /^\s*at (?<function>[\w.`+<>[\], |]+?\([^)]*\))(?: in (?<place>.+?)(?::line \d+)?)?$/,
  library: /^(System|Microsoft)\./,
};
const RUBY: Dialect = {
  frame: /^\s*(?:from )?(?<place>[^\s:][^:]*\.rb|\(\w+\)|<internal:[^>]+>):\d+:in [`'](?<function>[^']+)'/,
  library: /\/gems\/|\/lib\/ruby|<internal:/,
};
const PHP: Dialect = {
  frame: /^#\d+ (?<place>[^\s(:]+|\[internal function\]|\{main\})(?:\(\d+\))?(?:: (?<function>[^(]+)\()?/,
  library: /\/vendor\/|\[internal function\]/,
};
const RUST: Dialect = {
  frame: /^\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?<function>[\w:<>&$ ,.{}#-]+?)(?:::h[0-9a-f]{16})?$/,
  library: /^(std|core|alloc|tokio|rust_begin_unwind|backtrace)\b/,
};
const DART: Dialect = { frame: /^#\d+\s+(?<function>.+?) \((?<place>[^)]+)\)$/, library: /^(dart:|package:flutter\/)/ };

const DIALECTS: Record<Runtime, readonly Dialect[]> = {
  python: [PYTHON],
  dart: [DART],
  php: [PHP],
  ruby: [RUBY],
  go: [GO],
  javascript: [GECKO, V8],
  java: [JAVA],
  dotnet: [DOTNET],
  rust: [RUST],
};
const MAX_LINES = 400;

/** Frames from the innermost outwards, of a stack that today's parsers know as this runtime's. */
export function g1Frames(stacktrace: string, runtime: Known): Frame[] {
  const lines = ofOneThread(stacktrace.split(/\r?\n/, MAX_LINES));
  let best: Frame[] = [];
  for (const dialect of DIALECTS[runtime as Runtime] ?? []) {
    const frames = lines.flatMap((line) => frameOf(line, dialect) ?? []);
    if (frames.length > best.length) best = dialect.innermostLast ? frames.toReversed() : frames;
  }
  return best;
}

const GOROUTINE = /^goroutine \d+ \[/;

/** A Go panic may list every goroutine: what the others were doing is no part of the error. */
function ofOneThread(lines: string[]): string[] {
  const first = lines.findIndex((line) => GOROUTINE.test(line));
  const second = first < 0 ? -1 : lines.findIndex((line, index) => index > first && GOROUTINE.test(line));
  return second < 0 ? lines : lines.slice(0, second);
}

function frameOf(line: string, dialect: Dialect): Frame | undefined {
  const groups = line.length > 1_024 ? undefined : dialect.frame.exec(line)?.groups;
  if (groups === undefined) return undefined;
  const name = normaliseFunction(groups.function ?? '');
  const place = dialect === GO ? '' : normalisePlace(groups.place ?? '');
  const inApp = !dialect.library.test(groups.place ?? '') && !dialect.library.test(groups.function ?? '');
  return { text: [dialect === JAVA ? '' : place, name].filter((part) => part !== '').join(' '), inApp };
}

function normaliseFunction(name: string): string {
  return name
    .replaceAll(
      /\$\$Lambda\$?[\w/]*|\$\$FastClassBySpring\w*\$\$\w+|\$\$EnhancerBy\w*\$\$\w+|\$\$SpringCGLIB\$\$\d+/g,
      '$$generated',
    )
    .replaceAll(/GeneratedMethodAccessor\d+|GeneratedConstructorAccessor\d+/g, 'GeneratedAccessor')
    .replaceAll(/\$Proxy\d+/g, '$$Proxy')
    .replaceAll(/__\d+(_\d+)*/g, '__n')
    .replaceAll(/0x[0-9a-f]+/gi, '')
    .replaceAll(/<[\w$]+>[bd]__\d+(_\d+)?/g, '<generated>')
    .trim();
}

function normalisePlace(place: string): string {
  return cutTail(place.replace(/^(?:file:\/\/|https?:\/\/[^/]+)/, ''), /\?/)
    .replace(/(:\d+){1,2}$/, '')
    .replaceAll('\\', '/')
    .replace(/^.*\/(node_modules|site-packages|dist-packages|gems|vendor)\//, '$1/')
    .replaceAll(/[.-][0-9a-f]{8,32}(?=\.)/g, '')
    .split('/')
    .slice(-3)
    .join('/');
}

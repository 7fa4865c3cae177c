/** .NET and Mono. */
import { fileName } from './file-name.js';
import { lineNumber, type StackException, type StackFrame, type StackParser } from './stack.js';

/** "at" as the runtime translates it. */
const LINE = /^\s*(?:at|bei|à|en|em|в|場所) (?<rest>[^(]+\(.*)$/;
const NAME = /^[\w.`+<>[\],|&*/ -]+$/;
const PLACE = /\) (?:\[0x[0-9a-f]+\] )?(?:in|dans|en|em|в|場所) (?<file>.+?)(?::(?:[^\d\s:]+ )?(?<line>\d+))?$/;
/** What a JVM or V8 prints in the parentheses, where .NET has parameters. */
const OTHERS_PLACE =
  /:\d+$|^(?:Native Method|Unknown Source|native|<anonymous>|unknown location)$|\.(?:java|kt|scala|js|ts)$/;
const INNER_TYPE = /---> (?:\(Inner Exception #\d+\) )?(?<type>[\w.`+]+)/g;
const END_OF_INNER = /^\s*--- (?!.*(?:previous location|location where exception)).*---\s*$/;

const LIBRARIES =
  /^(?:System|Microsoft|Mono|Newtonsoft|Npgsql|Grpc|Serilog|Dapper|MassTransit|Polly|StackExchange|Autofac|OpenTelemetry|Castle|lambda_method)\b/;

export const dotnet: StackParser = {
  runtime: 'dotnet',
  isFrame: (line) => frameOf(line) !== undefined,

  read(lines) {
    const types: string[] = [];
    // Innermost first, each ended by "End of inner exception stack trace".
    const stacks: StackFrame[][] = [[]];
    for (const line of lines) {
      const frame = frameOf(line);
      if (frame !== undefined) stacks[stacks.length - 1]!.push(frame);
      else if (END_OF_INNER.test(line)) stacks.push([]);
      else for (const match of line.matchAll(INNER_TYPE)) types.push(match.groups!.type!);
    }
    const outermostFirst = stacks.toReversed();
    return Array.from({ length: Math.max(types.length + 1, stacks.length) }, (_, index): StackException => ({
      type: types[index - 1] ?? '',
      frames: outermostFirst[index] ?? [],
    }));
  },
};

function frameOf(line: string): StackFrame | undefined {
  const rest = LINE.exec(line)?.groups?.rest;
  if (rest === undefined) return undefined;
  const open = rest.indexOf('(');
  const name = rest.slice(0, open).trimEnd();
  const inside = rest.slice(open + 1, rest.endsWith(')') ? -1 : undefined);
  if (!name.includes('.') || name.startsWith('new ') || !NAME.test(name) || !rest.includes(')')) return undefined;
  const place = PLACE.exec(rest)?.groups;
  if (place === undefined && OTHERS_PLACE.test(inside)) return undefined;
  const shown = dotnetName(name);
  const file = place === undefined || place.file!.startsWith('<') ? '' : fileName(place.file!);
  return { function: shown, file, ...lineNumber(place?.line), inApp: !LIBRARIES.test(shown), key: shown };
}

/** State machines, closures and local functions under the name of the method that they were written in. */
function dotnetName(name: string): string {
  let shown = name;
  for (let depth = 0; depth < 3; depth++) shown = shown.replace(/\[[^[\]]*\]/g, '');
  return shown
    .replace(/<(\w+)>d__\d+(?:`\d+)?\.MoveNext/g, '$1')
    .replace(/<(\w+)>g__(\w+)\|\d+(?:_\d+)*/g, '$1.$2')
    .replace(/<>c(?:__DisplayClass\d+(?:_\d+)*)?(?:`\d+)?[.+]/g, '')
    .replace(/<(\w*)>b__\d+(?:_\d+)*/g, '$1.lambda')
    .replace(/<(\w*)>[cm]__(?:AnonStorey|Iterator|)\d+/g, '$1.generated')
    .replace(/lambda_method\d+/g, 'lambda_method');
}

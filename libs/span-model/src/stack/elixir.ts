/** Elixir and Erlang: `Exception.format`, the shell's report and the term of `erlang:get_stacktrace`. */
import { fileName } from './file-name.js';
import { lineNumber, type StackException, type StackFrame, type StackParser } from './stack.js';

const ELIXIR =
  /^\s+(?:\((?<app>\w+)(?: [\w.+-]+)?\) )?(?:(?<file>[\w./@\\][\w./@\\: -]*\.(?:exs?|erl|[hl]?eex)):(?<line>\d{1,9}): )?(?<function>(?:anonymous fn\/\d+ in )?(?:[A-Z][\w.]*\.|:\w+\.)\S.*|\((?:file|module [\w.]+)\))$/;
const SHELL =
  /^\s+in (?:function|call from)\s+(?<function>[\w'@-]+:[^\s(]+\/\d+) (?:\((?<file>[^(),]+\.(?:[he]rl|ex)), line (?<line>\d{1,9})\))?/;
const TERM =
  /\{(?<module>'[^'{}]+'|[a-z]\w*),(?<function>'[^'{}]+'|[a-z]\w*),(?:\d+|\[[^[\]{}]*\]),\[(?:\{file,"(?<file>[^"{}]+)"\},\{line,(?<line>\d{1,9})\})?[^[\]{}]*\]\}/g;
const HEAD = /^\*\* \((?<type>[A-Z][\w.]*)\)/;

const LIBRARY_APPS =
  /^(?:elixir|stdlib|kernel|erts|logger|mix|ex_unit|iex|eex|phoenix\w*|plug\w*|ecto\w*|postgrex|myxql|db_connection|cowboy|cowlib|ranch|bandit|thousand_island|telemetry\w*|opentelemetry\w*|finch|mint|tesla|hackney|httpoison|req|oban|absinthe\w*|jason|poison|gen_stage|broadway\w*|redix|amqp\w*)$/;
const LIBRARY_MODULES =
  /^(?:Enum|Stream|List|Map|Keyword|String|Integer|Float|Kernel|Task|GenServer|Agent|Supervisor|Process|Registry|File|IO|Code|Access|Regex|Phoenix|Plug|Ecto|Postgrex|DBConnection|Telemetry|OpenTelemetry|:?(?:gen_server|gen_statem|gen_event|proc_lib|supervisor|erlang|lists|maps|erl_eval|erl_internal|ets|gen|timer|cowboy\w*|ranch\w*|telemetry|otel\w*|elixir\w*))\b/;

export const elixir: StackParser = {
  runtime: 'elixir',
  isFrame: (line) => framesOf(line).length > 0,

  read(lines) {
    const exception: StackException = { type: '', frames: [] };
    for (const line of lines) {
      exception.frames.push(...framesOf(line));
      if (exception.type === '') exception.type = HEAD.exec(line)?.groups?.type ?? '';
    }
    return [exception];
  },
};

function framesOf(line: string): StackFrame[] {
  const groups = (ELIXIR.exec(line) ?? SHELL.exec(line))?.groups;
  if (groups !== undefined) {
    const bare = groups.app === undefined && groups.file === undefined && ELIXIR.test(line);
    return bare ? [] : [frameOf(groups.function!, groups)];
  }
  if (!line.includes(',[')) return [];
  return [...line.matchAll(TERM)].map(({ groups: term }) => frameOf(`${term!.module}:${term!.function}/0`, term!));
}

function frameOf(called: string, { app, file: path, line }: Record<string, string | undefined>): StackFrame {
  const name = functionName(called);
  const file = fileName(path ?? '');
  const known = LIBRARY_MODULES.test(name) || (app !== undefined && LIBRARY_APPS.test(app));
  const inApp = !known && !/(?:^|\/)deps\//.test(path ?? '');
  // Scripts have no module.
  return { function: name, file, ...lineNumber(line), inApp, key: name, ...(name.startsWith('(') && { path }) };
}

/** Of `Shop.Cart.total/1` and of `Shop.Cart.total(nil, 2)`, which are one call, the name; generated numbers go. */
function functionName(called: string): string {
  const inside = called.replace(/^anonymous fn\/\d+ in /, '');
  if (inside.startsWith('(')) return inside;
  const at = inside.search(/\((?!.*\/\d+$)|\/\d+$/);
  const name = (at < 0 ? inside : inside.slice(0, at)).replace(/-(?:fun|lc|lbc|inlined)-\d+-/g, '-$1-');
  return inside === called ? name : `${name} fn`;
}

/**
 * Which named function stands around each place of a source, for maps say only what a place is called: a look at brackets and
 * names, no parser. Whatever it takes for a function, it takes for the same one in every build of the same source. Linear.
 */

/** Lines and columns count from 0. Ordered by where they begin; one that begins in another ends in it. */
export interface NamedFunction {
  fromLine: number;
  fromColumn: number;
  toLine: number;
  toColumn: number;
  name: string;
}

const MAX_FUNCTIONS = 20_000;
const MAX_DEPTH = 2_000;
const MAX_NAME_CHARS = 200;
/** Runs of characters are one step each: a step for each character would need a stack as long as the text. */
const TOKEN =
  /[ \t\r\f\v\u00a0\ufeff]+|\n|"[^"\\\n]*(?:\\[^][^"\\\n]*)*["\n]?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*['\n]?|[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*|\d[\w.]*|=>|[=!<>]==?|\?\.|\?\?|[^]/uy;
const TEMPLATE_PART = /[^`\\$]*(?:(?:\\[^]|\\$|\$(?!\{))[^`\\$]*)*(`|\$\{|$)/uy;
const REGEX = /^\/(?:[^/\\\n[]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\/[a-z]*/u;
const MAX_REGEX_CHARS = 1_000;
const NAME = /^[\p{ID_Start}$_#]/u;
const TYPE = /^[\p{ID_Start}\p{ID_Continue}$#<>[\].|&:"']/u;
const NO_CALL = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'with',
  'return',
  'typeof',
  'await',
  'of',
  'in',
  'do',
]);
/** A `/` behind one of these begins a regular expression. */
const BEFORE_REGEX = /^(?:[=([{,;:!&|?+*%<>~^-]|=>|[=!<>]==?|\?\?|return|typeof|case|in|of|)$/;
const BEGINS_STATEMENT = /^(?:const|let|var|function|class|export|import|return|if|for|while|switch|throw|try|async)$/;

interface Open {
  bracket: string;
  /** Index of the function that ends with it. */
  ends?: number;
  className?: string;
  /** Of a parenthesis: what a method or function would be called, and what an arrow would. */
  head?: string;
  assigned?: string;
  template?: true;
}

export function namedFunctions(text: string): NamedFunction[] {
  return new Scan(text).run();
}

class Scan {
  private readonly found: NamedFunction[] = [];
  private readonly open: Open[] = [{ bracket: '' }];
  private at = 0;
  private line = 0;
  private lineStart = 0;
  private previous = '';
  private beforePrevious = '';
  private startsLine = true;
  /** Of `const name: Type =`. */
  private declared = '';
  /** What stands before `<T>`. */
  private generic = '';
  /** What is being given a value. */
  private assigned = '';
  private closed: Open | undefined;
  /** A body that a `{` would begin. */
  private pending: string | undefined;
  private pendingClass: string | undefined;
  /** Arrows without braces, which end with their expression. */
  private readonly expressions: { index: number; depth: number }[] = [];

  constructor(private readonly text: string) {}

  run(): NamedFunction[] {
    const { text } = this;
    while (this.at < text.length && this.open.length < MAX_DEPTH) {
      if (text[this.at] === '`') this.template(this.at + 1);
      else if (text[this.at] !== '/' || !(this.comment() || this.regularExpression())) this.token();
    }
    for (const one of this.found) if (one.toLine < 0) one.toLine = Number.MAX_SAFE_INTEGER;
    return this.found;
  }

  private token(): void {
    TOKEN.lastIndex = this.at;
    const token = TOKEN.exec(this.text)![0];
    this.pass(token);
    if (token === '\n') this.startsLine = true;
    else if (!/^\s/.test(token)) {
      this.read(token);
      this.startsLine = false;
    }
  }

  private comment(): boolean {
    const { text, at } = this;
    const isBlock = text[at + 1] === '*';
    if (!isBlock && text[at + 1] !== '/') return false;
    const end = text.indexOf(isBlock ? '*/' : '\n', at + 2);
    this.pass(text.slice(at, end < 0 ? text.length : isBlock ? end + 2 : end));
    return true;
  }

  private regularExpression(): boolean {
    if (!BEFORE_REGEX.test(this.previous)) return false;
    const found = REGEX.exec(this.text.slice(this.at, this.at + MAX_REGEX_CHARS));
    if (found === null) return false;
    this.pass(found[0]);
    this.shift('/re/');
    return true;
  }

  /** What stands between backquotes; code within it is read like any other. */
  private template(from: number): void {
    this.at = from;
    TEMPLATE_PART.lastIndex = from;
    const [part, end] = TEMPLATE_PART.exec(this.text)!;
    this.pass(part);
    if (end === '${') this.open.push({ bracket: '{', template: true });
    this.shift('``');
  }

  private read(token: string): void {
    const { previous } = this;
    if (this.startsLine && BEGINS_STATEMENT.test(token)) this.endExpressions(this.open.length);
    if (token === '(') this.openParenthesis();
    else if (token === '{') this.openBrace();
    else if (token === '[') this.open.push({ bracket: token });
    else if (token === ')' || token === ']' || token === '}') return this.close(token);
    else if (token === '=>') return this.arrow();
    else if (token === '<') this.generic = nameOf(previous);
    else if (token === '=') this.assigned = this.declared || nameOf(previous);
    else if (token === ':') this.assigned = nameOf(previous);
    else if (token === ';' || token === ',') this.endStatement(token);
    else if (NAME.test(token)) this.name(token);
    // Between the brackets of a function and its body there may be a type.
    const isType = TYPE.test(token) || (token === ',' && this.generic !== '');
    if (!isType && token !== '{') this.pending = undefined;
    this.shift(token);
  }

  private name(token: string): void {
    if (this.previous === 'class') this.pendingClass = token === 'extends' ? this.assigned : token;
    if (/^(?:const|let|var)$/.test(this.previous)) this.declared = token;
  }

  private endStatement(token: string): void {
    this.endExpressions(this.open.length);
    if (token === ';') [this.declared, this.assigned] = ['', ''];
    if (token === ',' && this.open.at(-1)!.bracket !== '(') this.assigned = '';
  }

  private openParenthesis(): void {
    const { previous, beforePrevious, assigned } = this;
    const isBound = /^(?:=|:|async|function|\*|>)$/.test(previous);
    const called = previous === '>' ? this.generic : previous;
    const isNamed = NAME.test(called) && !NO_CALL.has(called) && !/^(?:async|function|new)$/.test(called);
    const head = isNamed && beforePrevious !== 'new' && beforePrevious !== '.' ? called : undefined;
    const isAnonymous = previous === 'function' || (previous === '*' && beforePrevious === 'function');
    this.open.push({
      bracket: '(',
      ...(head !== undefined && { head: this.qualified(head) }),
      ...(isAnonymous && assigned !== '' && { head: assigned }),
      ...(isBound && { assigned }),
    });
    [this.assigned, this.declared] = ['', ''];
  }

  /** Of a method its class as well, in the way that engines print it. */
  private qualified(name: string): string {
    const { className } = this.open.at(-1)!;
    if (className === undefined || className === '') return name;
    return name === 'constructor' ? `new ${className}` : `${className}.${name}`;
  }

  private openBrace(): void {
    const opened: Open = { bracket: '{' };
    const { pending, pendingClass = this.previous === 'class' ? this.assigned : undefined } = this;
    if (pendingClass !== undefined) opened.className = pendingClass;
    else if (pending !== undefined) opened.ends = this.begin(pending);
    this.open.push(opened);
    [this.pending, this.pendingClass, this.assigned, this.declared] = [undefined, undefined, '', ''];
  }

  private arrow(): void {
    const bound = this.previous === ')' ? this.closed?.assigned : this.assigned || this.closed?.assigned;
    const name = bound ? this.qualified(bound) : '';
    const blank = /\s*/y;
    blank.lastIndex = this.at;
    blank.exec(this.text);
    const hasBody = this.text[blank.lastIndex] === '{';
    this.pending = hasBody && name !== '' ? name : undefined;
    if (!hasBody && name !== '') this.expressions.push({ index: this.begin(name), depth: this.open.length });
    this.assigned = '';
    this.shift('=>');
  }

  private close(token: string): void {
    this.endExpressions(this.open.length);
    const closed = this.open.length > 1 ? this.open.pop()! : undefined;
    if (closed?.ends !== undefined) this.end(closed.ends);
    this.closed = closed;
    this.generic = '';
    this.pending = token === ')' ? closed?.head : undefined;
    if (closed?.template) this.template(this.at);
    else this.shift(token);
  }

  private begin(name: string): number {
    if (this.found.length >= MAX_FUNCTIONS) return -1;
    const [fromLine, fromColumn] = [this.line, this.at - this.lineStart];
    return this.found.push({ fromLine, fromColumn, toLine: -1, toColumn: 0, name: name.slice(0, MAX_NAME_CHARS) }) - 1;
  }

  private end(index: number): void {
    const one = this.found[index];
    if (one !== undefined) [one.toLine, one.toColumn] = [this.line, this.at - this.lineStart];
  }

  private endExpressions(depth: number): void {
    while ((this.expressions.at(-1)?.depth ?? 0) >= depth) this.end(this.expressions.pop()!.index);
  }

  private shift(token: string): void {
    [this.beforePrevious, this.previous] = [this.previous, token];
  }

  private pass(part: string): void {
    for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) {
      this.line++;
      this.lineStart = this.at + at + 1;
    }
    this.at += part.length;
  }
}

const nameOf = (token: string): string => (NAME.test(token) ? token : '');

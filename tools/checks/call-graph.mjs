// What functions of the services lead to, read from their texts as prettier leaves them: a declaration begins in the first
// column, a member of a class in the third. Names are followed through imports, and through fields by the types that
// constructors give them; what is called on other values is not seen.
import { posix } from 'node:path';

const DECLARATION = /^(?:export )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|class|const|let) (\w+)/;
const OTHER_STATEMENT = /^(?:import|export|interface|type|enum|declare|@\w)/;
const MEMBER =
  /^ {2}(?:(?:private|protected|public|static|async|override|readonly|get|set) )*\*?(\w+)\??(?:<[^(]*>)?\s*(?:[(=:;]|$)/;
const FIELD = /^ {2}(?:(?:private|protected|public|static|readonly) )*(\w+)(?:: | = new )(\w+)/g;
const FIELD_OF_CONSTRUCTOR = /\b(?:private|protected|public|readonly) (?:readonly )?(\w+): (\w+)/g;
const IMPORT = /^import (?:type )?(?:\w+,? ?)?\{([^}]*)\} from '([^']+)';/gm;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;

/**
 * @typedef {{ file: string, name: string, text: string, owner?: Declaration, members?: Map<string, Declaration>,
 *   fields?: Map<string, string> }} Declaration
 */

export class CallGraph {
  /** @param {Map<string, string>} files texts by their paths */
  constructor(files) {
    this.files = new Map([...files].map(([file, text]) => [file, parsed(file, text)]));
  }

  /** What a name stands for in a file: its own declaration, or the one that it imports. @returns {Declaration | undefined} */
  named(file, name) {
    const { declarations, imports } = this.files.get(file) ?? { declarations: new Map(), imports: new Map() };
    const own = declarations.get(name);
    if (own !== undefined) return own;
    const from = imports.get(name);
    return from === undefined ? undefined : this.files.get(from.file)?.declarations.get(from.name);
  }

  /** Declarations that the text of one refers to. @param {Declaration} from @returns {Declaration[]} */
  ledTo(from) {
    const { file, text, owner } = from;
    const found = [];
    for (const [, name, next] of text.matchAll(/\bthis\.(\w+)(?:\.(\w+))?/g)) {
      found.push(owner?.members.get(name));
      const type = owner?.fields.get(name);
      if (type !== undefined && next !== undefined) found.push(this.named(file, type)?.members?.get(next));
    }
    for (const [, made, name, next] of text.matchAll(/(?<![.\w])(new )?([A-Za-z_]\w*)\b(?:\.(\w+))?/g)) {
      const one = this.named(file, name);
      if (one?.members === undefined) found.push(one);
      else if (made !== undefined) found.push(...one.members.values());
      else found.push(one.members.get(next));
    }
    return found.filter((one) => one !== undefined && one !== from);
  }

  /** Every declaration that is reached from one, itself too, and not beyond those that `ends` names. */
  reachedFrom(start, ends) {
    const reached = new Set();
    const waiting = [start];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (reached.has(one)) continue;
      reached.add(one);
      if (!ends(one)) waiting.push(...this.ledTo(one));
    }
    return reached;
  }
}

function parsed(file, text) {
  const declarations = new Map();
  for (const part of parts(text, (line) => DECLARATION.test(line) || OTHER_STATEMENT.test(line))) {
    const name = DECLARATION.exec(part)?.[1];
    if (name !== undefined) declarations.set(name, declared(file, name, part));
  }
  return { declarations, imports: importedBy(file, text) };
}

function declared(file, name, text) {
  const one = { file, name, text };
  if (!/^(?:export )?(?:default )?(?:abstract )?class /.test(text)) return one;
  one.members = new Map();
  one.fields = new Map();
  for (const part of parts(text, (line) => MEMBER.test(line) || /^ {2}@/.test(line))) {
    const member = MEMBER.exec(part)?.[1];
    if (member === undefined) continue;
    one.members.set(member, { file, name: member, text: part, owner: one });
    const fields = member === 'constructor' ? FIELD_OF_CONSTRUCTOR : FIELD;
    for (const [, field, type] of part.matchAll(fields)) one.fields.set(field, type);
  }
  return one;
}

/** Pieces of a text, each from a line that begins one to before the next. */
function parts(text, begins) {
  const found = [];
  for (const line of text.split('\n')) {
    if (COMMENT.test(line)) continue;
    if (begins(line)) found.push([line]);
    else found.at(-1)?.push(line);
  }
  return found.map((lines) => lines.join('\n'));
}

function importedBy(file, text) {
  const imports = new Map();
  for (const [, names, from] of text.matchAll(IMPORT))
    for (const entry of names.split(',')) {
      const [, name, alias = name] = /^\s*(?:type )?(\w+)(?: as (\w+))?\s*$/.exec(entry) ?? [];
      if (name !== undefined) imports.set(alias, { name, file: fileOf(file, from) });
    }
  return imports;
}

function fileOf(file, specifier) {
  const [, library, path] = /^@spanwise\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (library !== undefined) return `libs/${library}/src/${path}.ts`;
  return posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts');
}

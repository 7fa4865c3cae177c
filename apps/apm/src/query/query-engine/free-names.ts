/** Which names of a statement can be fields of its streams: those that nothing in the statement itself is called. Pure. */

/** A name that stands as a column. */
export interface FreeName {
  /** As the statement writes it. */
  name: string;
  /** It stands without the stream that it is of, at least once. */
  bare: boolean;
}

export class FreeNames {
  private readonly references: string[][] = [];
  /** Aliases, parameters of lambdas, names that a source gives its columns; lower case. */
  private readonly given = new Set<string>();
  /** References that stand inside what is named like them: `"a" as "a"`. */
  private readonly inside = new Set<string[]>();
  private readonly open: string[] = [];

  refer(names: string[]): void {
    this.references.push(names);
    if (names.some((name) => this.open.includes(name.toLowerCase()))) this.inside.add(names);
  }

  give(name: unknown): void {
    if (typeof name === 'string' && name !== '') this.given.add(name.toLowerCase());
  }

  /** What `visit` refers to stands inside an expression of this name. */
  within(alias: unknown, visit: () => void): void {
    this.open.push(typeof alias === 'string' ? alias.toLowerCase() : '');
    visit();
    this.open.pop();
  }

  /** `sources`: what the statement calls its streams and tables; `schemas` what may stand before them. Lower case both. */
  result(sources: ReadonlySet<string>, schemas: readonly string[]): FreeName[] {
    const free = new Map<string, FreeName>();
    for (const names of this.references) {
      const before = prefixOf(names, sources, schemas);
      const name = names[before];
      if (this.given.has(name!.toLowerCase()) && !this.inside.has(names)) continue;
      free.set(name!, { name: name!, bare: before === 0 || (free.get(name!)?.bare ?? false) });
    }
    return [...free.values()];
  }
}

/** How many of the parts name the source. */
function prefixOf(names: readonly string[], sources: ReadonlySet<string>, schemas: readonly string[]): number {
  const [first, second] = names.map((name) => name.toLowerCase());
  if (names.length > 2 && schemas.includes(first!) && sources.has(second!)) return 2;
  return names.length > 1 && sources.has(first!) ? 1 : 0;
}

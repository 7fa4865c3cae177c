/**
 * The product with fences taken away. Of two that stand one behind the other, one alone shows nothing foreign; where both
 * are gone, the matrix must see it. Fences before different classes of attacks are taken away together: a start of the
 * product takes longer than such a class.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { applyEdit, copyProgram } from '../harness/program-copy.js';
import type { Product } from '../harness/product.js';

/** Programs that are started once, and what is tried of them, one after the other. */
export interface Program {
  copy?: () => ReturnType<typeof copyProgram>;
  rounds: readonly Round[];
}

export interface Round {
  /** `matrix`: every operation, until what is missing shows itself; `classes`: what is sent, and what is held on single resources. */
  attacks: 'all' | 'matrix' | 'classes';
  before?: (product: Product) => Promise<void>;
  variants: readonly Variant[];
}

export interface Variant {
  name: string;
  /** The attacks have to find something that says this, and nobody else's fence; where it is absent they must find nothing. */
  shows?: RegExp;
}

const SERVICES = ['apm', 'iam', 'notify'];
/** Every predicate that names the organization, or the one that something is offered to, in any statement. */
const PREDICATE = /\b(?:\w+\.)?(?:target_)?organization_id = (\$\d+)/g;

const withoutPredicates = () =>
  copyProgram((root) => {
    let removed = 0;
    for (const service of SERVICES) {
      const folder = join(root, 'apps', service, 'dist');
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!file.endsWith('.js') || file.startsWith('db')) continue;
        const text = readFileSync(join(folder, file), 'utf8');
        const broken = text.replaceAll(PREDICATE, '$1::uuid is not null');
        if (broken !== text) removed++;
        writeFileSync(join(folder, file), broken);
      }
    }
    if (removed < SERVICES.length) throw new Error('the mutant no longer applies: there are no predicates to remove');
  });

async function dropRowSecurity(product: Product): Promise<void> {
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relrowsecurity and c.relkind in ('r', 'p')`,
  );
  for (const { name } of rows)
    await database.query(
      `alter table ${name} disable row level security; alter table ${name} no force row level security`,
    );
  await database.end();
}

const withoutGuard = () =>
  copyProgram((root) =>
    applyEdit(root, {
      file: 'apps/gateway/dist/auth/access.guard.js',
      find: 'if (denial !== undefined)',
      replace: 'if (false)',
    }),
  );

const FENCES = [
  {
    name: 'without the binding of secrets to their destination',
    shows: /^\w+ gave its secrets to another server/,
    file: 'apps/notify/dist/connectors/connector-config.js',
    find: 'const stray = moved.length === 0 ? [] :',
    replace: 'const stray = true ? [] :',
  },
  {
    name: 'without fixed words before the verification',
    shows: /^\w+ took a viewer's words to a stranger/,
    file: 'apps/notify/dist/user-endpoints/endpoint-verification.js',
    find: 'endpoint.verified ? own : TEST_MESSAGE',
    replace: 'own',
  },
  {
    name: 'without its own listeners closed',
    shows: /^a connector to \S+ of the product/,
    file: 'apps/notify/dist/config.js',
    find: "variable('SPANWISE_OWN_LISTENERS', listeners,",
    replace: "variable('SPANWISE_NO_LISTENERS', listeners,",
  },
  {
    name: 'without the question which streams of others a statement may name',
    shows: /\/query\S* with a (bound role on|grant of) a neighbour on a stream: answered 200/,
    file: 'apps/apm/dist/query-engine/stream-scope.js',
    find: 'if (!(await isOpenTo(',
    replace: 'if (false && !(await isOpenTo(',
  },
  {
    name: 'with revoked grants',
    shows: /\{id\} with a revoked grant on a \w+: answered 200/,
    file: 'apps/iam/dist/access/policies/holdings.store.js',
    find: "g.status = 'active'",
    replace: "g.status <> 'pending'",
  },
] as const;

const withoutFences = () =>
  copyProgram((root) => {
    for (const { file, find, replace } of FENCES) applyEdit(root, { file, find, replace });
  });

export const PROGRAMS: readonly Program[] = [
  { rounds: [{ attacks: 'all', variants: [{ name: 'the product' }] }] },
  {
    copy: withoutPredicates,
    rounds: [
      { attacks: 'all', variants: [{ name: 'without the predicates of its statements' }] },
      {
        attacks: 'matrix',
        before: dropRowSecurity,
        variants: [{ name: 'without predicates and row-level security', shows: / with foreign organization: [[{]/ }],
      },
    ],
  },
  { copy: withoutFences, rounds: [{ attacks: 'classes', variants: FENCES }] },
  {
    copy: withoutGuard,
    rounds: [
      { attacks: 'matrix', variants: [{ name: "without the gateway's guard", shows: /: answered \d+, not 40[13]$/ }] },
    ],
  },
];

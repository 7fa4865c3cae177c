/** The product with a fence taken away. One fence alone shows nothing foreign; where both are gone, the matrix must see it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { applyEdit, copyProgram } from '../program-copy.js';
import type { Product } from '../product.js';

export interface Variant {
  name: string;
  /** The matrix has to find something. */
  mustFail: boolean;
  copy?: () => ReturnType<typeof copyProgram>;
  afterStart?: (product: Product) => Promise<void>;
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

export const VARIANTS: readonly Variant[] = [
  { name: 'the product', mustFail: false },
  { name: 'without the predicates of its statements', mustFail: false, copy: withoutPredicates },
  {
    name: 'without predicates and row-level security',
    mustFail: true,
    copy: withoutPredicates,
    afterStart: dropRowSecurity,
  },
  { name: "without the gateway's guard", mustFail: true, copy: withoutGuard },
];

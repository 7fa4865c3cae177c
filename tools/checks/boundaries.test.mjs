import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from './boundaries.mjs';

const violations = [
  ['an app imports another app', 'apps/apm/src/a.ts', "import { x } from '@spanwise/iam/main';"],
  ['an app reaches into another app', 'apps/apm/src/a.ts', "import { x } from '../../iam/src/main.js';"],
  ['an app reaches into a library by path', 'apps/apm/src/a.ts', "import { x } from '../../../libs/bus/src/bus.js';"],
  ['a library imports an app', 'libs/bus/src/a.ts', "import { x } from '@spanwise/gateway/main';"],
  ['a lower library imports a higher one', 'libs/host/src/a.ts', "import { x } from '@spanwise/bus/bus';"],
  ['span-model imports Nest', 'libs/span-model/src/a.ts', "import { Injectable } from '@nestjs/common';"],
  ['span-model validates', 'libs/span-model/src/a.ts', "import { IsInt } from 'class-validator';"],
  ['otlp imports the database driver', 'libs/otlp/src/a.ts', "import pg from 'pg';"],
  ['contracts import Nest', 'libs/contracts/src/a.ts', "import { Controller } from '@nestjs/common';"],
  ['the environment is read outside config.ts', 'apps/apm/src/a.ts', 'const x = process.env.HOME;'],
  [
    'the testing library is used outside a spec',
    'apps/apm/src/a.ts',
    "import { x } from '@spanwise/testing/eventually';",
  ],
  [
    'the oracle uses product code',
    'tools/telemetry/src/oracle.ts',
    "import { Sketch } from '@spanwise/span-model/sketch';",
  ],
  [
    'a migration lies in a feature',
    'apps/iam/src/identity/users/claims.ts',
    "export const A = forwardMigration('A', 'sql');",
  ],
  ['a migration lies in the list', 'apps/iam/src/db/migrations.ts', "const A = forwardMigration('A', 'sql');"],
  ['a migration is a class of its own', 'apps/iam/src/db/a.ts', 'class A implements MigrationInterface {}'],
  ['an import over several lines', 'apps/apm/src/a.ts', "import {\n  x,\n} from '@spanwise/iam/main';"],
  ['a member lets null through', 'libs/contracts/src/a.ts', "import { IsInt, IsOptional } from 'class-validator';"],
  ['so over several lines', 'apps/apm/src/a.ts', "import {\n  IsInt,\n  IsOptional as O,\n} from 'class-validator';"],
  ['a member holds lists of lists', 'libs/contracts/src/a.ts', "import { ValidateNested } from 'class-validator';"],
  ['a dynamic import', 'apps/apm/src/a.ts', "await import('@spanwise/iam/main');"],
];

for (const [name, file, text] of violations) {
  test(`is found: ${name}`, () => assert.equal(faultsOf(file, text).length, 1));
}

const allowed = [
  ['an app uses libraries', 'apps/apm/src/a.ts', "import { x } from '@spanwise/bus/bus';\nimport { y } from './b.js';"],
  ['members may be absent', 'libs/contracts/src/members.ts', "import { ValidateIf } from 'class-validator';"],
  ['contracts validate', 'libs/contracts/src/a.ts', "import { IsInt } from 'class-validator';"],
  ['a migration lies where migrations lie', 'apps/iam/src/db/migrations/a.ts', "forwardMigration('A', 'sql')"],
  ['a library offers a migration', 'libs/postgres/src/a.ts', "forwardMigration('A', 'sql')"],
  ['config reads the environment', 'apps/apm/src/config.ts', 'process.env.X'],
  ['a spec uses the testing library', 'apps/apm/src/a.spec.ts', "import { x } from '@spanwise/testing/eventually';"],
  ['otlp uses span-model', 'libs/otlp/src/a.ts', "import type { SpanRecord } from '@spanwise/span-model/span';"],
];

for (const [name, file, text] of allowed) {
  test(`is fine: ${name}`, () => assert.deepEqual(faultsOf(file, text), []));
}

/** Three hundred tokens that iam did not sign as they are: each is the same 401, and nothing changes. */
import { createHmac, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { Access, ADMIN_EMAIL, type Person } from '../../src/access.fixture.js';

const FORGED = 300;
const AT_ONCE = 20;

let access: Access;
let admin: Person;
let key: KeyObject;
let kid: string;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
  ({ kid, key } = await access.signingKey());
});
afterAll(() => access.stop());

type Forgery = [why: string, token: string];

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = () => JSON.parse(Buffer.from(admin.token.split('.')[1]!, 'base64url').toString()) as object;
const body = (header: object, changes: object = {}) =>
  `${part({ alg: 'ES256', typ: 'JWT', kid, ...header })}.${part({ ...claims(), ...changes })}`;
const signed = (text: string, by = key) =>
  `${text}.${sign('sha256', Buffer.from(text), { key: by, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
const seconds = (fromNow: number) => Math.floor(Date.now() / 1_000) + fromNow;

function confusedAlgorithms(): Forgery[] {
  const published = createPublicKey(key);
  const secrets = [
    published.export({ format: 'pem', type: 'spki' }),
    published.export({ format: 'der', type: 'spki' }),
    JSON.stringify(published.export({ format: 'jwk' })),
    kid,
    '',
  ];
  const symmetric = ['256', '384', '512'].flatMap((bits) =>
    secrets.map((secret): Forgery => {
      const text = body({ alg: `HS${bits}` });
      return [`HS${bits}`, `${text}.${createHmac(`sha${bits}`, secret).update(text).digest('base64url')}`];
    }),
  );
  const names = ['none', 'None', 'NONE', 'nOnE', '', 'RS256', 'PS256', 'ES384', 'ES256K', 'EdDSA', 'es256', 'ES512'];
  const renamed = names.flatMap((alg): Forgery[] => [
    [`alg ${alg}, signed`, signed(body({ alg }))],
    [`alg ${alg}, unsigned`, `${body({ alg })}.`],
  ]);
  return [...symmetric, ...renamed];
}

function foreignKeys(): Forgery[] {
  const kids = ['', 'k1', '../../dev/null', "' or 1=1 --", `${kid} `, kid.slice(1), kid.toUpperCase() + 'A', uuidv7()];
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const own = createPublicKey(foreign).export({ format: 'jwk' });
  const changes: object[] = [{}, { scope: 'system' }, { org_id: uuidv7() }, { sub: uuidv7() }, { exp: seconds(1e6) }];
  return [
    ...kids.map((other): Forgery => [`kid ${other}`, signed(body({ kid: other }))]),
    ...kids.map((other): Forgery => [`kid ${other} of a foreign key`, signed(body({ kid: other }), foreign)]),
    ...changes.map((change): Forgery => [`re-signed ${Object.keys(change).join()}`, signed(body({}, change), foreign)]),
    ...changes.map((change): Forgery => ['brings its own key', signed(body({ jwk: own }, change), foreign)]),
    ['says where its key is', signed(body({ jku: 'https://evil.example/keys' }), foreign)],
  ];
}

function wrongTimes(): Forgery[] {
  const ages = [1, 2, 5, 30, 60, 600, 3_600, 86_400, 1e6, 1e9];
  return ages.flatMap((age): Forgery[] => [
    [`expired ${age} s ago`, signed(body({}, { exp: seconds(-age) }))],
    [`issued in ${age + 120} s`, signed(body({}, { iat: seconds(age + 120) }))],
    [`valid in ${age + 120} s`, signed(body({}, { nbf: seconds(age + 120) }))],
  ]);
}

function wrongClasses(): Forgery[] {
  const issuers = ['spanwise-iam', 'spanwise-services', '', 'https://evil.example', null];
  const audiences = ['spanwise-services', 'spanwise-gateway-2', '', null];
  return [
    ...issuers.map((iss): Forgery => [`issuer ${iss}`, signed(body({}, { iss }))]),
    ...audiences.map((aud): Forgery => [`audience ${aud}`, signed(body({}, { aud }))]),
    ...issuers.map((iss): Forgery => [`${iss} for services`, signed(body({}, { iss, aud: 'spanwise-services' }))]),
  ];
}

/** Our own key would have to sign these: claims that no row of a session stands behind. */
const unbackedClaims = (): Forgery[] =>
  [{ sub: uuidv7() }, { sid: uuidv7() }, { org_id: uuidv7() }, { scope: 'system' }, { sid: 7 }, { sub: null }].map(
    (change): Forgery => [`claims ${JSON.stringify(change)}`, signed(body({}, change))],
  );

const truncated = (): Forgery[] =>
  Array.from({ length: 60 }, (_, at): Forgery => {
    const length = Math.floor((admin.token.length * at) / 60) + 1;
    return [`the first ${length} characters`, admin.token.slice(0, length)];
  });

/** One bit of the decoded part is another; spread over header, claims and signature until there are `count`. */
function flipped(count: number): Forgery[] {
  const parts = admin.token.split('.').map((text) => Buffer.from(text, 'base64url'));
  return Array.from({ length: count }, (_, at): Forgery => {
    const which = at % 3;
    const copies = parts.map((bytes) => Buffer.from(bytes));
    const bit = (at * 37) % (copies[which]!.length * 8);
    copies[which]![bit >> 3]! ^= 1 << (bit & 7);
    return [`bit ${bit} of part ${which}`, copies.map((bytes) => bytes.toString('base64url')).join('.')];
  });
}

describe('forged tokens', () => {
  it('300 of all kinds are 300 times the one 401, and none changes anything', async () => {
    const named = [
      ...confusedAlgorithms(),
      ...foreignKeys(),
      ...wrongTimes(),
      ...wrongClasses(),
      ...unbackedClaims(),
      ...truncated(),
    ];
    const forged = [...named, ...flipped(FORGED - named.length)];
    expect(new Set(forged.map(([, token]) => token)).size).toBe(FORGED);
    const tokens = () => access.admin.query<{ rows: string }>('select count(*) as rows from iam.api_tokens');
    const before = (await tokens()).rows;

    const passed: unknown[] = [];
    for (let at = 0; at < forged.length; at += AT_ONCE) {
      const answers = forged.slice(at, at + AT_ONCE).map(async ([why, token]) => {
        const { status, body: said } = await access.call('POST /auth/tokens', { token, body: { name: 'forged' } });
        const right = status === 401 && said.message === 'The credential is missing, invalid or expired.';
        if (!right) passed.push([why, status, said]);
      });
      await Promise.all(answers);
    }
    expect(passed).toEqual([]);
    expect((await tokens()).rows).toEqual(before);
    const genuine = await access.call('POST /auth/tokens', { token: signed(body({})), body: { name: 'genuine' } });
    expect(genuine.status).toBeLessThan(300);
  });
});

/** Whether the time of a refused sign-in shows who has an account and in which state it is. */
import { call } from '../harness/http.js';
import type { SignedIn } from '../harness/product.js';
import { quantile } from '../harness/quantile.js';
import type { Scene } from './scene.js';

const CLASSES = ['unknown', 'active', 'pending', 'disabled'] as const;
type SignInClass = (typeof CLASSES)[number];

/** Fewer than an address or an account may try at once; no divisor of the rotation, so that no class always comes first. */
const ROUNDS_BETWEEN_RESETS = 3;
const WARM_UP_ROUNDS = 12;

const emailOf = (kind: SignInClass): string => `${kind}@times.example`;

/** Median milliseconds of each class over `tries` interleaved tries with a wrong password. */
export async function medianTimes(scene: Scene, admin: SignedIn, tries: number): Promise<Record<SignInClass, number>> {
  for (const kind of CLASSES) if (kind !== 'unknown') await scene.newUser(admin.token, emailOf(kind));
  await scene.database.query("update iam.users set status = 'pending' where email = $1", [emailOf('pending')]);
  await scene.database.query('update iam.users set disabled = true where email = $1', [emailOf('disabled')]);

  const times: Record<SignInClass, number[]> = { unknown: [], active: [], pending: [], disabled: [] };
  const answers = new Set<string>();
  for (let round = -WARM_UP_ROUNDS; round < tries; round++) {
    if (round % ROUNDS_BETWEEN_RESETS === 0) await scene.forgetTries();
    // Every class is first as often as every other.
    for (let at = 0; at < CLASSES.length; at++) {
      const kind = CLASSES[(round + WARM_UP_ROUNDS + at) % CLASSES.length];
      const sinceMs = performance.now();
      const body = { email: emailOf(kind!), password: 'a wrong one' };
      const { status, text } = await call(scene.baseUrl, 'POST', '/api/v1/auth/signin', undefined, body);
      if (round >= 0) times[kind!].push(performance.now() - sinceMs);
      answers.add(`${status} ${text.replace(/"request_id":"[^"]*"/, '')}`);
    }
  }
  if (answers.size !== 1 || ![...answers][0]!.startsWith('401'))
    throw new Error(`one identical 401 was expected, not ${[...answers].join(' and ')}`);
  return Object.fromEntries(CLASSES.map((kind) => [kind, quantile(times[kind], 0.5)])) as Record<SignInClass, number>;
}

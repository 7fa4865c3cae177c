/** How long a credential is still accepted after what it rests on was taken away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { signal } from '../crash/processes.js';
import { call, must } from '../harness/http.js';
import type { SignedIn } from '../harness/product.js';
import type { Scene } from './scene.js';

export const REVOCATIONS = ['revoked token', 'revoked session', 'disabled user'] as const;
export type Revocation = (typeof REVOCATIONS)[number];

const POLL_MS = 5;
const GIVE_UP_MS = 40_000;
const READ = '/api/v1/apm/services';
const LOAD = '/api/v1/me';
const MAX_IN_FLIGHT = 64;

const status = async (scene: Scene, token: string, path = READ): Promise<number> =>
  (await call(scene.baseUrl, 'GET', path, token)).status;

const mustRead = (scene: Scene, token: string): Promise<void> =>
  eventually(async () => expect(await status(scene, token)).toBe(200), { leastPauseMs: 100 });

/** Milliseconds from `sinceMs` until the first of the answers that deny; an overloaded 503 denies only that request. */
async function untilDenied(scene: Scene, token: string, sinceMs: number, denials: number[]): Promise<number> {
  for (;;) {
    const answered = await status(scene, token);
    const ms = performance.now() - sinceMs;
    if (denials.includes(answered)) return ms;
    if (ms > GIVE_UP_MS) throw new Error(`still accepted after ${Math.round(ms)} ms`);
    await sleep(POLL_MS);
  }
}

/** Reads at a steady rate whatever the answers take, until it is stopped; answers how many got no 200 or were not sent
 * because too many waited. */
export function load(scene: Scene, token: string, perSecond: number): () => Promise<number> {
  const started = performance.now();
  const running = new Set<Promise<void>>();
  let sent = 0;
  let failed = 0;
  const timer = setInterval(() => {
    for (const due = ((performance.now() - started) / 1_000) * perSecond; sent < due; sent++) {
      if (running.size >= MAX_IN_FLIGHT) {
        failed++;
        continue;
      }
      const one = status(scene, token, LOAD).then(
        (answered) => void (answered !== 200 && failed++),
        () => void failed++,
      );
      running.add(one);
      void one.finally(() => running.delete(one));
    }
  }, POLL_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
    return failed;
  };
}

/** Milliseconds until denial, one for each of `count` revocations, counted from when the revocation was sent. */
export async function measure(scene: Scene, admin: SignedIn, kind: Revocation, count: number): Promise<number[]> {
  const email = `${kind.replace(' ', '-')}@spanwise.local`;
  const { id } = await scene.newUser(admin.token, email);
  const times: number[] = [];
  for (let time = 0; time < count; time++) {
    await scene.forgetTries();
    const { token, revoke, restore } = await credential(scene, admin, kind, { id, email });
    await mustRead(scene, token);
    const [ms] = await Promise.all([untilDenied(scene, token, performance.now(), [401]), revoke()]);
    times.push(ms);
    await restore?.();
  }
  return times;
}

interface Credential {
  token: string;
  revoke: () => Promise<unknown>;
  restore?: () => Promise<unknown>;
}

async function credential(
  scene: Scene,
  admin: SignedIn,
  kind: Revocation,
  person: { id: string; email: string },
): Promise<Credential> {
  const { baseUrl } = scene;
  const victim = await scene.signIn(person.email);
  if (kind === 'revoked token') {
    const body = { name: 'victim', role_key: 'viewer' };
    const line = 'POST /api/v1/auth/tokens';
    const { id, token } = await must<{ id: string; token: string }>(baseUrl, line, victim.token, body);
    return { token, revoke: () => must(baseUrl, `DELETE /api/v1/auth/tokens/${id}`, victim.token) };
  }
  if (kind === 'revoked session') {
    const claims = JSON.parse(Buffer.from(victim.token.split('.')[1]!, 'base64url').toString()) as { sid: string };
    const other = await scene.signIn(person.email);
    return {
      token: victim.token,
      revoke: () => must(baseUrl, `DELETE /api/v1/me/sessions/${claims.sid}`, other.token),
    };
  }
  const disable = (disabled: boolean) => must(baseUrl, `PATCH /api/v1/users/${person.id}`, admin.token, { disabled });
  return { token: victim.token, revoke: () => disable(true), restore: () => disable(false) };
}

/** Milliseconds until a session that ended in the database alone is denied while a process does not answer. */
export async function measureCut(scene: Scene, process: 'nats' | 'iam'): Promise<number> {
  // What was stopped before takes its time to come back.
  const victim = await eventually(() => scene.admin());
  await mustRead(scene, victim.token);
  const pid = scene.product.pid(process);
  if (pid === undefined) throw new Error(`${process} does not run`);
  signal(pid, 'SIGSTOP');
  try {
    const sinceMs = performance.now();
    await scene.database.query('update iam.sessions set revoked_at = now() where user_id = $1', [victim.user_id]);
    return await untilDenied(scene, victim.token, sinceMs, [401, 503]);
  } finally {
    signal(pid, 'SIGCONT');
  }
}

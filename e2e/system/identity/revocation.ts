/** How long a credential is still accepted after what it rests on was taken away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signal } from '../crash/processes.js';
import { call, must } from '../isolation/http.js';
import type { Scene, SignedIn } from './scene.js';

export const REVOCATIONS = ['token revoked', 'session revoked', 'user disabled'] as const;
export type Revocation = (typeof REVOCATIONS)[number];

const POLL_MS = 5;
const GIVE_UP_MS = 40_000;
const READ = '/api/v1/apm/services';
const LOAD = '/api/v1/me';
const READ_ATTEMPTS = 20;
const PASSING = [429, 503];
const MAX_IN_FLIGHT = 64;
const VICTIM_EMAIL = 'victim@spanwise.local';

const status = async (scene: Scene, token: string, path = READ): Promise<number> =>
  (await call(scene.baseUrl, 'GET', path, token)).status;

async function mustRead(scene: Scene, token: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { status: answered, text } = await call(scene.baseUrl, 'GET', READ, token);
    if (answered === 200) return;
    if (!PASSING.includes(answered) || attempt === READ_ATTEMPTS)
      throw new Error(`before the revocation: ${answered} ${text.slice(0, 300)}`);
    await sleep(100);
  }
}

/** Milliseconds from `sinceMs` until the first of the answers that deny; an overloaded 503 denies nobody for good. */
async function untilDenied(
  scene: Scene,
  token: string,
  sinceMs: number,
  denials: number[],
): Promise<{ ms: number; status: number }> {
  for (;;) {
    const answered = await status(scene, token);
    const ms = performance.now() - sinceMs;
    if (denials.includes(answered)) return { ms, status: answered };
    if (ms > GIVE_UP_MS) throw new Error(`still accepted after ${Math.round(ms)} ms`);
    await sleep(POLL_MS);
  }
}

/** Reads at a steady rate whatever the answers take, until it is stopped; answers the rate and how many got no 200 or
 * were not sent because too many waited. */
export function load(scene: Scene, token: string, perSecond: number): () => Promise<{ rate: number; failed: number }> {
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
    const seconds = (performance.now() - started) / 1_000;
    await Promise.all(running);
    return { rate: sent / seconds, failed };
  };
}

/** Milliseconds until denial, one for each of `count` revocations, counted from when the revocation was sent. */
export async function measure(scene: Scene, admin: SignedIn, kind: Revocation, count: number): Promise<number[]> {
  const victim = await scene.newUser(admin.token, `${kind.replace(' ', '-')}-${VICTIM_EMAIL}`);
  const times: number[] = [];
  for (let time = 0; time < count; time++) {
    await scene.forgetTries();
    const { token, revoke, restore } = await credential(scene, admin, kind, victim.id);
    await mustRead(scene, token);
    const sinceMs = performance.now();
    const [denied] = await Promise.all([untilDenied(scene, token, sinceMs, [401]), revoke()]);
    times.push(denied.ms);
    await restore();
  }
  return times;
}

interface Credential {
  token: string;
  revoke: () => Promise<unknown>;
  restore: () => Promise<unknown>;
}

async function credential(scene: Scene, admin: SignedIn, kind: Revocation, victimId: string): Promise<Credential> {
  const { baseUrl } = scene;
  const victim = await scene.signIn(`${kind.replace(' ', '-')}-${VICTIM_EMAIL}`);
  const nothing = () => Promise.resolve();
  if (kind === 'token revoked') {
    const made = await must<{ id: string; token: string }>(baseUrl, 'POST /api/v1/auth/tokens', victim.token, {
      name: 'victim',
      role_key: 'viewer',
    });
    const revoke = () => must(baseUrl, `DELETE /api/v1/auth/tokens/${made.id}`, victim.token);
    return { token: made.token, revoke, restore: nothing };
  }
  if (kind === 'session revoked') {
    const claims = JSON.parse(Buffer.from(victim.token.split('.')[1], 'base64url').toString()) as { sid: string };
    const other = await scene.signIn(`${kind.replace(' ', '-')}-${VICTIM_EMAIL}`);
    const revoke = () => must(baseUrl, `DELETE /api/v1/me/sessions/${claims.sid}`, other.token);
    return { token: victim.token, revoke, restore: nothing };
  }
  const disable = (disabled: boolean) => must(baseUrl, `PATCH /api/v1/users/${victimId}`, admin.token, { disabled });
  return { token: victim.token, revoke: () => disable(true), restore: () => disable(false) };
}

/** Signs in again and again, because what was cut off before takes its time to come back. */
async function adminAgain(scene: Scene): Promise<SignedIn> {
  for (const sinceMs = performance.now(); ; await sleep(100)) {
    try {
      return await scene.admin();
    } catch (refused) {
      if (performance.now() - sinceMs > GIVE_UP_MS) throw refused;
    }
  }
}

/** Milliseconds until a session that ended behind the product's back is denied while a process does not answer. */
export async function measureCut(scene: Scene, process: 'nats' | 'iam'): Promise<{ ms: number; status: number }> {
  const victim = await adminAgain(scene);
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

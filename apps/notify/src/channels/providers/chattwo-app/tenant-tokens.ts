import { createHash } from 'node:crypto';

interface Held {
  token: string;
  expiresAtMs: number;
}

const MAX_HELD = 1_000;
/** A token is not used in its last minutes. */
const SAFETY_MS = 300_000;
const MAX_LIFE_MS = 7_200_000;

/** Tenant tokens of the provider, by the app that they belong to: asking for one at every message is against its rules. */
export class TenantTokens {
  private readonly held = new Map<string, Held>();

  async get(
    app: string[],
    nowMs: number,
    fetch: () => Promise<{ token: string; expireSecs: number }>,
  ): Promise<string> {
    const key = keyOf(app);
    const known = this.held.get(key);
    if (known !== undefined && known.expiresAtMs > nowMs) return known.token;
    const { token, expireSecs } = await fetch();
    if (this.held.size >= MAX_HELD) this.held.delete(this.held.keys().next().value!);
    this.held.set(key, { token, expiresAtMs: nowMs + Math.min(expireSecs * 1_000, MAX_LIFE_MS) - SAFETY_MS });
    return token;
  }

  drop(app: string[]): void {
    this.held.delete(keyOf(app));
  }
}

/** Secrets are part of the key, and are hashed: another secret is another app. */
const keyOf = (app: string[]): string => createHash('sha256').update(JSON.stringify(app)).digest('base64');

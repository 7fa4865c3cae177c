/**
 * What a client keeps that has signed in to an account before: it signs no user in, it only distinguishes a device of the account
 * from others behind the same address. Bound to one account by its MAC, nothing is stored. Pure.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { NamedKey } from '@spanwise/host/config';

export const DEVICE_SECONDS = 30 * 24 * 3_600;

/** Keeps these MACs apart from everything else that the keys sign. */
const PURPOSE = 'spanwise.device.v1';
const FORM = /^([\w-]{22})\.(\d{10,12})\.([\w-]{43})$/;

/** The first key signs. A known device keeps its id. */
export function signDevice(keys: readonly NamedKey[], emailKey: string, nowMs: number, known?: string): string {
  const body = `${known ?? randomBytes(16).toString('base64url')}.${Math.floor(nowMs / 1_000) + DEVICE_SECONDS}`;
  return `${body}.${macOf(keys[0]!.key, emailKey, body).toString('base64url')}`;
}

/** The id of a device of this account; undefined for whatever none of the keys has signed for it, and for what is over. */
export function readDevice(
  keys: readonly NamedKey[],
  emailKey: string,
  token: string | undefined,
  nowMs: number,
): string | undefined {
  const [, id, untilSeconds, mac] = FORM.exec(token ?? '') ?? [];
  if (id === undefined || Number(untilSeconds) * 1_000 <= nowMs) return undefined;
  const sent = Buffer.from(mac!, 'base64url');
  const holds = keys.some(({ key }) => timingSafeEqual(macOf(key, emailKey, `${id}.${untilSeconds}`), sent));
  return holds ? id : undefined;
}

const macOf = (key: Buffer, emailKey: string, body: string): Buffer =>
  createHmac('sha256', key).update(`${PURPOSE}\n${emailKey}\n${body}`).digest();

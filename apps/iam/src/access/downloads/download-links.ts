/** Tokens of signed downloads: everything that a link is for, and a MAC over it. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { DownloadMethod, DownloadObject } from '@spanwise/contracts/iam/downloads';
import type { NamedKey } from '@spanwise/host/config';

export interface DownloadGrant {
  method: DownloadMethod;
  objectType: DownloadObject;
  objectId: string;
  expiresAtMs: number;
  /** The credential it was made with: it is checked again at every use. */
  maker: Pick<IamContext, 'subject' | 'subject_type' | 'credential_id' | 'organization_id' | 'scope'>;
}

/** Keeps these MACs apart from everything else that the keys sign. */
const PURPOSE = 'spanwise.download.v1';

/** The first key signs. */
export function signGrant(keys: readonly NamedKey[], grant: DownloadGrant): string {
  const body = Buffer.from(JSON.stringify(grant)).toString('base64url');
  return `${body}.${macOf(keys[0]!.key, body).toString('base64url')}`;
}

/** Undefined for whatever none of the keys has signed, to the letter, and for what is over. */
export function readGrant(keys: readonly NamedKey[], token: string, nowMs: number): DownloadGrant | undefined {
  const [body, mac = '', ...rest] = token.split('.');
  const sent = Buffer.from(mac, 'base64url');
  const isWritten = rest.length === 0 && sent.toString('base64url') === mac;
  if (!isWritten || !keys.some(({ key }) => isEqual(macOf(key, body!), sent))) return undefined;
  const grant = JSON.parse(Buffer.from(body!, 'base64url').toString('utf8')) as DownloadGrant;
  return grant.expiresAtMs > nowMs ? grant : undefined;
}

const macOf = (key: Buffer, body: string): Buffer => createHmac('sha256', key).update(`${PURPOSE}\n${body}`).digest();

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

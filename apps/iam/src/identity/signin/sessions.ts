import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { SIGN_IN_AUDIENCE, SIGN_IN_ISSUER, type Scope, type SignInClaims } from '@spanwise/contracts/authz/iam-context';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { currentScope } from '@spanwise/host/request-scope';
import { SigningKeys } from '../../platform/keys/signing-keys.js';
import { insertSession } from './sessions.store.js';

/** A day, and an hour in `_sys` (ACCESS-2). */
const SESSION_SECONDS: Record<Scope, number> = { organization: 24 * 3_600, system: 3_600 };

export interface NewSession {
  userId: string;
  organizationId: string;
  scope: Scope;
}

@Injectable()
export class Sessions {
  constructor(private readonly keys: SigningKeys) {}

  /** The row comes first: what can be used can be revoked. The transaction is scoped to the organization. */
  async insert(client: PoolClient, session: NewSession): Promise<string> {
    const id = uuidv7();
    const caller = currentScope()?.client;
    await insertSession(client, {
      id,
      userId: session.userId,
      organizationId: session.organizationId,
      scope: session.scope,
      expiresInSeconds: SESSION_SECONDS[session.scope],
      address: caller?.address ?? null,
      userAgent: caller?.userAgent ?? null,
    });
    return id;
  }

  /** The token of a session; to be made after the commit. */
  token(id: string, session: NewSession): Promise<string> {
    const claims: Omit<SignInClaims, 'iat' | 'exp'> = {
      sub: session.userId,
      org_id: session.organizationId,
      scope: session.scope,
      sid: id,
      jti: uuidv7(),
    };
    return this.keys.sign(claims, SIGN_IN_ISSUER, SIGN_IN_AUDIENCE, SESSION_SECONDS[session.scope]);
  }
}

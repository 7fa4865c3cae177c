import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { Bus } from '@spanwise/bus/bus';
import { notFound } from '@spanwise/contracts/base/errors';
import {
  listSigningKeys,
  revokeSigningKey,
  rotateSigningKeys,
  SigningKeyId,
  type RevokedKey,
  type RotatedKeys,
  type SigningKeyView,
} from '@spanwise/contracts/iam/keys';
import { KEYS_CHANGED_SUBJECT } from '@spanwise/contracts/authz/invalidation';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../audit/audit.js';
import { Scopes } from '../../db/scopes.js';
import { endKey, readKeys } from './keys.store.js';
import { SigningKeys } from './signing-keys.js';

@Controller()
export class KeyRotation {
  constructor(
    private readonly keys: SigningKeys,
    private readonly scopes: Scopes,
    private readonly bus: Bus,
  ) {}

  @HandleRpc(listSigningKeys)
  list(): Promise<SigningKeyView[]> {
    return this.scopes.in({}, async (client) => {
      const rows = await readKeys(client);
      return rows.map((row) => ({
        id: row.kid,
        is_primary: row.retired_at === null,
        created_at_micros: microsOf(row.created_at),
        ...(row.retired_at !== null && { retired_at_micros: microsOf(row.retired_at) }),
      }));
    });
  }

  @HandleRpc(rotateSigningKeys)
  async rotate(_: Empty, context: IamContext): Promise<RotatedKeys> {
    const rotated = await this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const { newKid, retiredKid, active } = await this.keys.rotate(client);
      const payload = { retired: retiredKid };
      const entry = { action: 'signing_key.rotate', targetKind: 'signing_key', target: newKid, payload };
      await audit(client, { ...actorOf(context), ...entry });
      return { new_kid: newKid, ...(retiredKid !== undefined && { retired_kid: retiredKid }), active_count: active };
    });
    await this.announce();
    return rotated;
  }

  @HandleRpc(revokeSigningKey)
  async revoke({ id }: SigningKeyId, context: IamContext): Promise<RevokedKey> {
    const newKid = await this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const ended = await endKey(client, id);
      if (ended === undefined) throw notFound('There is no such key.');
      const made = ended.signs ? (await this.keys.rotate(client)).newKid : undefined;
      const entry = { action: 'signing_key.revoke', targetKind: 'signing_key', target: id };
      await audit(client, { ...actorOf(context), ...entry });
      return made;
    });
    await this.announce();
    return { revoked: true as const, ...(newKid !== undefined && { new_kid: newKid }) };
  }

  /** This process first, so that a client that asks because of the message gets the new keys. */
  private async announce(): Promise<void> {
    await this.keys.load();
    this.bus.connection.publish(KEYS_CHANGED_SUBJECT);
  }
}

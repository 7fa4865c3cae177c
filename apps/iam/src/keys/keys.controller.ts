import { Controller } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { notFound } from '@spanwise/contracts/errors';
import {
  listSigningKeys,
  revokeSigningKey,
  rotateSigningKeys,
  SigningKeyId,
  type RevokedKey,
  type RotatedKeys,
  type SigningKeyView,
} from '@spanwise/contracts/iam-keys';
import { KEYS_CHANGED_SUBJECT } from '@spanwise/contracts/invalidation';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Scopes } from '../db/scopes.js';
import { SigningKeys } from './signing-keys.js';

@Controller()
export class KeysController {
  constructor(
    private readonly keys: SigningKeys,
    private readonly scopes: Scopes,
    private readonly bus: Bus,
  ) {}

  @HandleRpc(listSigningKeys)
  list(_: Empty): Promise<SigningKeyView[]> {
    return translateFaults(() =>
      this.scopes.unscoped(async (client) => {
        const { rows } = await client.query<{ kid: string; created_at: Date; retired_at: Date | null }>(
          'select kid, created_at, retired_at from signing_keys where revoked_at is null order by created_at desc, kid',
        );
        return rows.map((row) => ({
          id: row.kid,
          is_primary: row.retired_at === null,
          created_at_micros: row.created_at.getTime() * 1_000,
          ...(row.retired_at !== null && { retired_at_micros: row.retired_at.getTime() * 1_000 }),
        }));
      }),
    );
  }

  @HandleRpc(rotateSigningKeys)
  rotate(_: Empty, { context }: ScopedCall): Promise<RotatedKeys> {
    return translateFaults(async () => {
      const rotated = await this.scopes.inOrganization(context.organization_id, async (client) => {
        const { newKid, retiredKid, active } = await this.keys.rotate(client);
        const payload = { retired: retiredKid };
        const entry = { action: 'signing_key.rotate', targetKind: 'signing_key', target: newKid, payload };
        await audit(client, { ...actorOf(context), ...entry });
        return { new_kid: newKid, ...(retiredKid !== undefined && { retired_kid: retiredKid }), active_count: active };
      });
      await this.announce();
      return rotated;
    });
  }

  @HandleRpc(revokeSigningKey)
  revoke({ id }: SigningKeyId, { context }: ScopedCall): Promise<RevokedKey> {
    return translateFaults(async () => {
      const newKid = await this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<{ signs: boolean }>(
          `update signing_keys set revoked_at = now() where kid = $1 and revoked_at is null
           returning retired_at is null as signs`,
          [id],
        );
        if (rows.length === 0) throw notFound('There is no such key.');
        const made = rows[0].signs ? (await this.keys.rotate(client)).newKid : undefined;
        const entry = { action: 'signing_key.revoke', targetKind: 'signing_key', target: id };
        await audit(client, { ...actorOf(context), ...entry });
        return made;
      });
      await this.announce();
      return { revoked: true as const, ...(newKid !== undefined && { new_kid: newKid }) };
    });
  }

  /** This process first, so that whoever asks because of the word gets the new keys. */
  private async announce(): Promise<void> {
    await this.keys.load();
    this.bus.connection.publish(KEYS_CHANGED_SUBJECT);
  }
}

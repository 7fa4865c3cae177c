import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { sealingKey } from '@spanwise/contracts/notify/notify';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { sealTo } from '@spanwise/host/sealed-box';

const KEY_TTL_MS = 10_000;

/** Seals bodies that hold secrets to notify, so that they cross the bus unread. */
@Injectable()
export class NotifyBodies {
  private publicKey: string | undefined;
  private readAtMs = -Infinity;

  constructor(private readonly bus: Bus) {}

  async seal(body: object): Promise<string> {
    if (this.publicKey === undefined || performance.now() - this.readAtMs > KEY_TTL_MS) {
      this.publicKey = (await this.bus.rpc.call(sealingKey, new Empty())).public_key;
      this.readAtMs = performance.now();
    }
    return sealTo(this.publicKey, Buffer.from(JSON.stringify(body)));
  }
}

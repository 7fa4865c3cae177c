import { invalidArgument } from '@spanwise/contracts/base/errors';
import { parse } from '@spanwise/contracts/authz/parse';
import type { Constructor } from '@spanwise/contracts/authz/rpc';
import { SealedBoxKey } from '@spanwise/host/sealed-box';

/** Opens bodies that the gateway sealed, and checks them as every other input is checked. */
export class SealedBodies {
  constructor(private readonly key: SealedBoxKey) {}

  get publicKey(): string {
    return this.key.publicKey;
  }

  open<T extends object>(type: Constructor<T>, sealed: string): T {
    let data: unknown;
    try {
      data = JSON.parse(this.key.open(sealed).toString('utf8'));
    } catch {
      throw invalidArgument('The body was not sealed to the key of this service.');
    }
    return parse(type, data);
  }
}

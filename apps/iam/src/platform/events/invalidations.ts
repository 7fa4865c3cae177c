import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { INVALIDATION_SUBJECT, type Invalidation } from '@spanwise/contracts/authz/invalidation';

/** Tells every cache of contexts, after the commit, what no longer holds. A lost word costs at most a context's life. */
@Injectable()
export class Invalidations {
  constructor(private readonly bus: Bus) {}

  publish(invalidation: Invalidation): void {
    this.bus.connection.publish(INVALIDATION_SUBJECT, JSON.stringify(invalidation));
  }
}

import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { INVALIDATION_SUBJECT, type Invalidation } from '@spanwise/contracts/authz/invalidation';

/** Invalidates every cache of contexts after the commit. A lost message is bounded by the context TTL. */
@Injectable()
export class Invalidations {
  constructor(private readonly bus: Bus) {}

  publish(invalidation: Invalidation): void {
    this.bus.connection.publish(INVALIDATION_SUBJECT, JSON.stringify(invalidation));
  }
}

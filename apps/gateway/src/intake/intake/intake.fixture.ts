import { afterAll, beforeEach } from 'vitest';
import { TestGateway } from '../../gateway.fixture.js';

/** The gateway of one spec, its log empty and its services well before each test, and a credential that may write. */
export async function intakeGateway(): Promise<{ gateway: TestGateway; token: string }> {
  const gateway = await TestGateway.start();
  beforeEach(async () => {
    await gateway.emptyLog();
    await gateway.sendHeartbeat();
  });
  afterAll(() => gateway.stop());
  return { gateway, token: gateway.iam.admit() };
}

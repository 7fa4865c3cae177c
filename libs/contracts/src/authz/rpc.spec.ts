import { expect, it } from 'vitest';
import { bytesRpc, Empty, READS, rpc, streamRpc } from './rpc.js';

const READ = { organization: 'alerts.read', system: 'sys.telemetry.read' } as const;
const CHANGE = { organization: 'alerts.read', system: 'sys.telemetry.manage' } as const;

it('a message that is not read-only does not compile without what becomes of its record', () => {
  // @ts-expect-error a permission to change something, in one of its scopes
  rpc<never>()('svc.a', Empty, CHANGE);
  // @ts-expect-error no permission says that nothing changes
  rpc<never>()('svc.a', Empty, 'internal');
  // @ts-expect-error
  rpc<never>()('svc.a', Empty, 'any-context', { timeoutMs: 1_000 });
  // @ts-expect-error
  rpc<never>()('svc.a', Empty, 'enabled-organization', { audit: { not: undefined } });
  // @ts-expect-error no caller may call it, and that is not reading
  rpc<never>()('svc.a', Empty, {});
  // @ts-expect-error
  streamRpc<never>()('svc.a', Empty, CHANGE);
  // @ts-expect-error
  bytesRpc<never>()('svc.a', Empty);

  rpc<never>()('svc.a', Empty, READ);
  streamRpc<never>()('svc.a', Empty, { organization: 'alerts.read' }, READS);
  expect(rpc<never>()('svc.a', Empty, CHANGE, { audit: 'recorded' })).toMatchObject({
    audit: 'recorded',
    timeoutMs: 5_000,
  });
});

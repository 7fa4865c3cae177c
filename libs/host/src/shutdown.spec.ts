import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.js';
import { Shutdown } from './shutdown.js';

const silent = createLogger('test', 'silent');

describe('shutdown', () => {
  it('stops the edge, then the workers, then the connections', async () => {
    const order: string[] = [];
    const shutdown = new Shutdown(silent);
    shutdown.onStop('connections', 'database', async () => void order.push('database'));
    shutdown.onStop('workers', 'loop', async () => void order.push('loop'));
    shutdown.onStop('edge', 'http', async () => {
      await sleep(20);
      order.push('http');
    });
    expect(await shutdown.run()).toBe(true);
    expect(order).toEqual(['http', 'loop', 'database']);
  });

  it('goes on when a step fails or hangs, and says that it was not clean', async () => {
    const order: string[] = [];
    const shutdown = new Shutdown(silent, 30);
    shutdown.onStop('edge', 'hanging', () => new Promise(() => {}));
    shutdown.onStop('workers', 'failing', () => Promise.reject(new Error('no')));
    shutdown.onStop('connections', 'database', async () => void order.push('database'));
    expect(await shutdown.run()).toBe(false);
    expect(order).toEqual(['database']);
  });

  it('signals loops at once that it has begun', async () => {
    const shutdown = new Shutdown(silent);
    expect(shutdown.signal.aborted).toBe(false);
    await shutdown.run();
    expect(shutdown.signal.aborted).toBe(true);
  });
});

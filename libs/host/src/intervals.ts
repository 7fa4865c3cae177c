import { describeError, type Logger } from './logger.js';

/**
 * Runs a round every so often and never two at once: what takes longer leaves some out. A round must not reject. Returns
 * what ends it, when the round under way has ended.
 */
export function startInterval(intervalMs: number, round: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= round().finally(() => (running = undefined));
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Runs `round` and never rejects: a fault is said once, until there is another one or none. */
export function logErrorTransitions(
  logger: Pick<Logger, 'warn'>,
  what: string,
  round: () => Promise<unknown>,
): () => Promise<void> {
  let said = '';
  return async () => {
    try {
      await round();
      said = '';
    } catch (fault) {
      const { error } = describeError(fault);
      if (error !== said) logger.warn(describeError(fault), what);
      said = error;
    }
  };
}

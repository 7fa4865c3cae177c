import type { LoggerService } from '@nestjs/common';
import { pino, type Logger as PinoLogger } from 'pino';
import { currentScope } from './request-scope.js';

export type Logger = PinoLogger;

/** JSON lines on stdout with the ids of the request at hand. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => {
      const scope = currentScope();
      return scope ? { request_id: scope.requestId, trace_id: scope.traceId } : {};
    },
  });
}

/** What a log line may say of an unknown failure: its message and where it arose, never the objects around it. */
export function describeError(error: unknown): { error: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: error.message, ...(error.stack && { stack: error.stack.split('\n').slice(1, 6).join('\n') }) };
}

/** Nest's own messages through the same logger; its start-up chatter is debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug(String(message));
  }
  debug(message: unknown): void {
    this.logger.debug(String(message));
  }
  verbose(message: unknown): void {
    this.logger.trace(String(message));
  }
  warn(message: unknown): void {
    this.logger.warn(String(message));
  }
  error(message: unknown, stack?: unknown): void {
    this.logger.error({ stack: typeof stack === 'string' ? stack : undefined }, String(message));
  }
}

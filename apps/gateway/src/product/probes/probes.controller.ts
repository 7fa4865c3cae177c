import { Controller, Get, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import type { VersionInfo } from '@spanwise/contracts/base/probes';
import { versionInfo } from '@spanwise/host/version';
import { Public } from '../../edge/auth/access.js';
import { GatewayConfig } from '../../config.js';
import { InstalledLicense } from '../../iam/license/installed-license.js';
import { Operation } from '../../edge/openapi/operation.js';
import { ProductHealth } from './product-health.js';

/** Probes of the whole product (API-8); the process's own are `/healthz` and `/readyz` without a prefix. */
@Public()
@Controller('api/v1')
export class ProbesController {
  constructor(
    private readonly health: ProductHealth,
    private readonly config: GatewayConfig,
    private readonly license: InstalledLicense,
  ) {}

  @Operation('ProductHealth', {
    summary: 'Health of the whole product',
    description: '503 with the same body, `status` degraded and a `reason`, while degraded.',
    answersAlsoWhenUnavailable: true,
  })
  @RouteConfig({ tracing: 'never' })
  @Get('healthz')
  healthz(@Res() reply: FastifyReply): void {
    const { reason, subsystems } = this.health.current();
    const body = {
      status: reason === undefined ? 'ok' : 'degraded',
      ...(reason !== undefined && { reason }),
      log_sync: this.config.values.logSync,
      subsystems,
    };
    void reply.status(reason === undefined ? 200 : 503).send(body);
  }

  @Operation('Readiness', {
    summary: 'Readiness for traffic',
    description: '503 with the same body while the log is replayed.',
    answersAlsoWhenUnavailable: true,
  })
  @RouteConfig({ tracing: 'never' })
  @Get('readyz')
  readyz(@Res() reply: FastifyReply): void {
    const { replaying } = this.health.current();
    void reply
      .status(replaying ? 503 : 200)
      .send(replaying ? { status: 'not_ready', reason: 'wal_replay' } : { status: 'ready' });
  }

  @Operation('Version', { summary: 'Version and edition' })
  @Get('version')
  version(): VersionInfo {
    return { ...versionInfo(this.config.values), edition: this.license.edition };
  }
}

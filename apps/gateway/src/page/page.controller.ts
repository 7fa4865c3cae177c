import { Controller, Get, Header } from '@nestjs/common';
import { Public } from '../auth/access.js';

const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Spanwise</title>
<style>body{font:16px/1.5 system-ui;margin:3rem auto;max-width:40rem;padding:0 1rem}code{background:#eee;padding:.1em .3em}</style>
<h1>Spanwise</h1>
<p>Observability for services on Kubernetes. This address takes OpenTelemetry and answers the HTTP API.</p>
<ul>
<li><a href="/api/v1/healthz">Health</a>, <a href="/api/v1/readyz">readiness</a>, <a href="/api/v1/version">version</a>, <a href="/metrics">metrics</a></li>
<li>Send spans: <code>OTEL_EXPORTER_OTLP_ENDPOINT</code> = this origin, with a token in <code>OTEL_EXPORTER_OTLP_HEADERS</code></li>
<li><a href="/docs">The API</a>, described as <a href="/api/v1/openapi.json">OpenAPI 3.1</a></li>
<li>Read figures: <code>GET /api/v1/apm/overview</code> with a bearer token</li>
<li><a href="/.well-known/jwks.json">Public keys</a></li>
</ul></html>
`;

@Public()
@Controller()
export class PageController {
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
  page(): string {
    return PAGE;
  }
}

import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { notFound } from '@spanwise/contracts/base/errors';
import { Public } from '../auth/access.js';

const DESCRIPTION = readFileSync(fileURLToPath(new URL('../../../openapi.json', import.meta.url)));
const PAGES = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
const START = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#page', deepLinking: true });`;
const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Spanwise API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="page"></div>
<script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></html>
`;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

/** The API description, which `npm run openapi` generates from the code, and a page to browse it. */
@Public()
@Controller()
export class OpenApiController {
  @Get('api/v1/openapi.json')
  @Header('Content-Type', 'application/json')
  @Header('Cache-Control', 'no-cache')
  description(): Buffer {
    return DESCRIPTION;
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', POLICY)
  page(): string {
    return PAGE;
  }

  @Get('docs/:file')
  file(@Param('file') file: string, @Res() reply: FastifyReply): void {
    void reply.header('Cache-Control', 'max-age=3600');
    if (file === 'start.js') void reply.type('text/javascript; charset=utf-8').send(START);
    else if (Object.hasOwn(FILES, file)) void reply.type(FILES[file]!).send(createReadStream(join(PAGES, file)));
    else throw notFound('There is no such file.');
  }
}

import { fileURLToPath } from 'node:url';
import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '@spanwise/contracts/errors';
import { Public } from '../auth/access.js';
import { ConsoleFiles } from './console-files.js';

/** Scripts, styles and answers of this origin alone; nothing may stand around the page, and it sends no form. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Paths of the console's screens (apps/console/src/router.tsx); any other path keeps its 404. */
const SCREENS = [
  '/',
  'signin',
  'services',
  'services/:name',
  'transactions/:name',
  'compare',
  'dependencies',
  'map',
  'errors',
  'errors/:name',
  'traces',
  'traces/:name',
  'data',
  'alerts',
  'alerts/:name',
  'alerts/incidents/:name',
  'alerts/rules/:name',
];

/** The console, and where mailed links lead. */
@Public()
@Controller()
export class PageController {
  private readonly files = new ConsoleFiles(fileURLToPath(new URL('../../../console/dist/site/', import.meta.url)));

  @Get(SCREENS)
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', POLICY)
  @Header('Referrer-Policy', 'no-referrer')
  @Header('X-Frame-Options', 'DENY')
  @Header('Cross-Origin-Opener-Policy', 'same-origin')
  @Header('Cache-Control', 'no-store')
  page(): string {
    const page = this.files.page();
    if (page === undefined) throw notFound('The console is not built.');
    return page;
  }

  @Get('assets/:file')
  async file(@Param('file') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const found = await this.files.file(name, /\bgzip\b/.test(String(request.headers['accept-encoding'])));
    if (found === undefined) throw notFound('There is no such file.');
    void reply
      .type(found.type)
      .headers({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' })
      .headers(found.encoding === undefined ? {} : { 'Content-Encoding': found.encoding })
      .send(found.body);
  }
}

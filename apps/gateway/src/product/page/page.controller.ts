import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '@spanwise/contracts/base/errors';
import { Public } from '../../edge/auth/access.js';
import { consoleFiles } from './console-files.js';
import { PAGE_HEADERS, SCREENS } from './screens.js';

/** The console, and where mailed links lead. */
@Public()
@Controller()
export class PageController {
  @Get(SCREENS)
  page(@Res() reply: FastifyReply): void {
    const page = consoleFiles.page();
    if (page === undefined) throw notFound('The console is not built.');
    void reply.headers(PAGE_HEADERS).send(page);
  }

  @Get('assets/:file')
  async file(@Param('file') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const found = await consoleFiles.file(name, /\bgzip\b/.test(String(request.headers['accept-encoding'])));
    if (found === undefined) throw notFound('There is no such file.');
    void reply
      .type(found.type)
      .headers({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' })
      .headers(found.encoding === undefined ? {} : { 'Content-Encoding': found.encoding })
      .send(found.body);
  }
}

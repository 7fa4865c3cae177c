import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  createSilence,
  deleteSilence,
  listSilences,
  SilenceBody,
  SilenceId,
  SILENCES_READ,
  SILENCES_WRITE,
  SilencePreviewBody,
  previewSilence,
  readSilence,
  updateSilence,
  type SilencePreview,
  type SilenceView,
} from '@spanwise/contracts/alerting/silences';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const PATH = { id: 'Id of the silence' };
const MATCHERS = `All matchers must match: \`eq\`, \`neq\`, or an RE2 pattern for the whole value (\`re\`, \`nre\`). A missing label is an
empty string.`;

const silenceId = (id: string): SilenceId => pathId(SilenceId, id, 'There is no such silence.');

/** Silences stop notifications, never evaluation (ALERT-50). */
@Controller('api/v1/alerts/mutes')
export class SilencesController {
  constructor(private readonly bus: Bus) {}

  @Access(SILENCES_READ)
  @Operation('Silences', { summary: 'Silences of the organization, newest first' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<SilenceView[]> {
    return this.bus.rpc.call(listSilences, new Empty(), caller.signed);
  }

  @Access(SILENCES_WRITE)
  @Operation('Silence', {
    summary: 'Create a silence',
    description: MATCHERS,
    body: SilenceBody,
    refusals: { conflict: 'The organization has 1000 silences that have not ended.' },
  })
  @Post()
  @HttpCode(200)
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SilenceView> {
    return this.bus.rpc.call(createSilence, parse(SilenceBody, body), caller.signed);
  }

  @Access(SILENCES_READ)
  @Operation('SilencePreview', {
    summary: 'Preview a silence',
    description:
      'Tested on the newest 10000 incidents opened in the last 7 days. A fixed window is ignored; hours of the week apply to the time at which an incident was opened.',
    body: SilencePreviewBody,
  })
  @Post('preview')
  @HttpCode(200)
  preview(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SilencePreview> {
    return this.bus.rpc.call(previewSilence, parse(SilencePreviewBody, body), caller.signed);
  }

  @Access(SILENCES_READ)
  @Operation('Silence', { summary: 'One silence', path: PATH })
  @Get(':id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<SilenceView> {
    return this.bus.rpc.call(readSilence, silenceId(id), caller.signed);
  }

  @Access(SILENCES_WRITE)
  @Operation('Silence', { summary: 'Replace a silence', description: MATCHERS, path: PATH, body: SilenceBody })
  @Put(':id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SilenceView> {
    return this.bus.rpc.call(updateSilence, { ...silenceId(id), body: parse(SilenceBody, body) }, caller.signed);
  }

  @Access(SILENCES_WRITE)
  @Operation('Deleted', { summary: 'Delete a silence', path: PATH })
  @Delete(':id')
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deleteSilence, silenceId(id), caller.signed);
  }
}

import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  createMute,
  deleteMute,
  listMutes,
  MuteBody,
  MuteId,
  MUTES_READ,
  MUTES_WRITE,
  MutePreviewBody,
  previewMute,
  readMute,
  updateMute,
  type MutePreview,
  type MuteView,
} from '@spanwise/contracts/alerting/silences';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const PATH = { id: 'Id of the silence' };
const MATCHERS = `All matchers have to match: \`eq\`, \`neq\`, or an RE2 pattern for the whole value (\`re\`, \`nre\`). A label that is missing is an
empty text.`;

const muteId = (id: string): MuteId => pathId(MuteId, id, 'There is no such silence.');

/** Silences stop notifications, never what is judged (ALERT-50). */
@Controller('api/v1/alerts/mutes')
export class MutesController {
  constructor(private readonly bus: Bus) {}

  @Access(MUTES_READ)
  @Operation('Mutes', { summary: 'Silences of the organization, the newest first' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<MuteView[]> {
    return this.bus.rpc.call(listMutes, new Empty(), caller.signed);
  }

  @Access(MUTES_WRITE)
  @Operation('Mute', {
    summary: 'Silence notifications',
    description: MATCHERS,
    body: MuteBody,
    refusals: { conflict: 'The organization has 1000 silences that have not ended.' },
  })
  @Post()
  @HttpCode(200)
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<MuteView> {
    return this.bus.rpc.call(createMute, parse(MuteBody, body), caller.signed);
  }

  @Access(MUTES_READ)
  @Operation('MutePreview', {
    summary: 'What a silence would have kept quiet',
    description:
      'Of the incidents that were opened in the last 7 days, the newest 10000. A fixed window is left aside; hours of the ' +
      'week count at the time at which an incident was opened.',
    body: MutePreviewBody,
  })
  @Post('preview')
  @HttpCode(200)
  preview(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<MutePreview> {
    return this.bus.rpc.call(previewMute, parse(MutePreviewBody, body), caller.signed);
  }

  @Access(MUTES_READ)
  @Operation('Mute', { summary: 'One silence', path: PATH })
  @Get(':id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<MuteView> {
    return this.bus.rpc.call(readMute, muteId(id), caller.signed);
  }

  @Access(MUTES_WRITE)
  @Operation('Mute', { summary: 'Replace a silence', description: MATCHERS, path: PATH, body: MuteBody })
  @Put(':id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<MuteView> {
    return this.bus.rpc.call(updateMute, { ...muteId(id), body: parse(MuteBody, body) }, caller.signed);
  }

  @Access(MUTES_WRITE)
  @Operation('Deleted', { summary: 'End and delete a silence', path: PATH })
  @Delete(':id')
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deleteMute, muteId(id), caller.signed);
  }
}

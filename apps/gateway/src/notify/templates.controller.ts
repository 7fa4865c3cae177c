import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { CHANNELS_MANAGE, CHANNELS_READ } from '@spanwise/contracts/notify/notify';
import {
  ById,
  createTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  readTemplateFields,
  TemplateBody,
  updateTemplate,
  type TemplateFields,
  type TemplateView,
} from '@spanwise/contracts/notify/routing';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { pathId } from '../edge/auth/path-id.js';
import { Operation } from '../edge/openapi/operation.js';

const PATH = { id: 'Id of the template' };
const TAKEN = { conflict: 'The name is taken.' };

const templateId = (id: string): ById => pathId(ById, id, 'There is no such template.');

/** Texts of notifications (DELIVERY-24). */
@Controller('api/v1/notify')
export class TemplatesController {
  constructor(private readonly bus: Bus) {}

  @Access(CHANNELS_READ)
  @Operation('TemplateFields', { summary: 'Template fields and presets' })
  @Get('template-fields')
  fields(@CurrentCaller() caller: Caller): Promise<TemplateFields> {
    return this.bus.rpc.call(readTemplateFields, new Empty(), caller.signed);
  }

  @Access(CHANNELS_READ)
  @Operation('NotificationTemplates', { summary: 'Templates of the organization' })
  @Get('templates')
  list(@CurrentCaller() caller: Caller): Promise<TemplateView[]> {
    return this.bus.rpc.call(listTemplates, new Empty(), caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('NotificationTemplate', { summary: 'Create a template', body: TemplateBody, refusals: TAKEN })
  @Post('templates')
  @HttpCode(200)
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<TemplateView> {
    return this.bus.rpc.call(createTemplate, parse(TemplateBody, body), caller.signed);
  }

  @Access(CHANNELS_READ)
  @Operation('NotificationTemplate', { summary: 'One template', path: PATH })
  @Get('templates/:id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<TemplateView> {
    return this.bus.rpc.call(readTemplate, templateId(id), caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('NotificationTemplate', { summary: 'Update a template', path: PATH, body: TemplateBody, refusals: TAKEN })
  @Put('templates/:id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<TemplateView> {
    const input = { ...templateId(id), body: parse(TemplateBody, body) };
    return this.bus.rpc.call(updateTemplate, input, caller.signed);
  }

  @Access(CHANNELS_MANAGE)
  @Operation('Deleted', {
    summary: 'Delete a template',
    path: PATH,
    refusals: { conflict: 'A policy uses it.' },
  })
  @Delete('templates/:id')
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deleteTemplate, templateId(id), caller.signed);
  }
}

import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  createSemanticGroup,
  deleteSemanticGroup,
  importSemanticGroups,
  listSemanticGroups,
  readSemanticGroup,
  SemanticGroupBody,
  SemanticGroupId,
  SemanticGroupsImport,
  updateSemanticGroup,
  type SemanticGroupView,
} from '@spanwise/contracts/alerting/grouping';
import { ALERTS_MANAGE, ALERTS_READ } from '@spanwise/contracts/alerting/alert-rules';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

const PATH = { id: 'Id of the semantic group' };
const TAKEN = 'There is a semantic group with this name already';
const MEANT = `Incidents whose labels match, and that have the labels of \`group_by\` in common, are one group: one of them is notified, 30 s
after the first was opened.`;

const semanticGroupId = (id: string): SemanticGroupId =>
  pathId(SemanticGroupId, id, 'There is no such semantic group.');

/** What belongs together, as an organization says (ALERT-124). */
@Controller('api/v1/alerts/semantic_groups')
export class SemanticGroupsController {
  constructor(private readonly bus: Bus) {}

  @Access(ALERTS_READ)
  @Operation('SemanticGroups', { summary: 'Grouping rules, in order of evaluation' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<SemanticGroupView[]> {
    return this.bus.rpc.call(listSemanticGroups, new Empty(), caller.signed);
  }

  @Access(ALERTS_MANAGE)
  @Operation('SemanticGroup', {
    summary: 'Create a grouping rule',
    description: MEANT,
    body: SemanticGroupBody,
    refusals: { conflict: `${TAKEN}, or the organization has as many as it may have.` },
  })
  @Post()
  @HttpCode(200)
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SemanticGroupView> {
    return this.bus.rpc.call(createSemanticGroup, parse(SemanticGroupBody, body), caller.signed);
  }

  @Access(ALERTS_MANAGE)
  @Operation('SemanticGroupsImported', {
    summary: 'Import grouping rules',
    description: 'Atomic. A rule with an existing name replaces it.',
    body: SemanticGroupsImport,
    refusals: { conflict: 'The organization would have more than it may have.' },
  })
  @Post('import')
  @HttpCode(200)
  import(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<{ imported: number }> {
    return this.bus.rpc.call(importSemanticGroups, parse(SemanticGroupsImport, body), caller.signed);
  }

  @Access(ALERTS_READ)
  @Operation('SemanticGroup', { summary: 'One grouping rule', path: PATH })
  @Get(':id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<SemanticGroupView> {
    return this.bus.rpc.call(readSemanticGroup, semanticGroupId(id), caller.signed);
  }

  @Access(ALERTS_MANAGE)
  @Operation('SemanticGroup', {
    summary: 'Replace a grouping rule',
    description: 'Existing incidents keep their groups.',
    path: PATH,
    body: SemanticGroupBody,
    refusals: { conflict: `${TAKEN}.` },
  })
  @Put(':id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<SemanticGroupView> {
    const sent = { ...semanticGroupId(id), body: parse(SemanticGroupBody, body) };
    return this.bus.rpc.call(updateSemanticGroup, sent, caller.signed);
  }

  @Access(ALERTS_MANAGE)
  @Operation('Deleted', { summary: 'Delete a grouping rule', path: PATH })
  @Delete(':id')
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    return this.bus.rpc.call(deleteSemanticGroup, semanticGroupId(id), caller.signed);
  }
}

import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  ById,
  createTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  readTemplateFields,
  SetTemplateOf,
  TemplateBody,
  updateTemplate,
  type TemplateFields,
  type TemplateView,
} from '@spanwise/contracts/notify/routing';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { TEMPLATE_FIELDS } from './template-fields.js';
import { Templates } from './templates.js';

@Controller()
export class TemplatesController {
  constructor(private readonly templates: Templates) {}

  @HandleRpc(readTemplateFields)
  async fields(_: Empty): Promise<TemplateFields> {
    return TEMPLATE_FIELDS;
  }

  @HandleRpc(listTemplates)
  list(_: Empty, { context }: ScopedCall): Promise<TemplateView[]> {
    return this.templates.list(context.organization_id);
  }

  @HandleRpc(readTemplate)
  read({ id }: ById, { context }: ScopedCall): Promise<TemplateView> {
    return this.templates.read(context.organization_id, id);
  }

  @HandleRpc(createTemplate)
  create(input: TemplateBody, { context }: ScopedCall): Promise<TemplateView> {
    return this.templates.create(context, input);
  }

  @HandleRpc(updateTemplate)
  update({ id, body }: SetTemplateOf, { context }: ScopedCall): Promise<TemplateView> {
    return this.templates.update(context, id, body);
  }

  @HandleRpc(deleteTemplate)
  delete({ id }: ById, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.templates.delete(context, id);
  }
}

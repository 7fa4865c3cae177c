import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument } from '@spanwise/contracts/base/errors';
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
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { PoolClient } from 'pg';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import { requireRoom, uniquelyNamed } from '../../db/named-things.js';
import { isForeignKeyViolation, OrganizationTransactions } from '../../db/organization-transactions.js';
import { endFaults, withFaults } from '../../platform/faults/faults.store.js';
import { TEMPLATE_FIELDS } from './template-fields.js';
import { checkedName } from '../../channels/providers/checked-name.js';
import {
  addTemplate,
  changeTemplate,
  removeTemplate,
  templateRow,
  templateRows,
  type TemplateRow,
} from './templates.store.js';

const MAX_TEMPLATES = 1_000;

/** Texts of notifications with placeholders (DELIVERY-24). */
@Controller()
export class Templates {
  constructor(private readonly transactions: OrganizationTransactions) {}

  @HandleRpc(readTemplateFields)
  async fields(_: Empty): Promise<TemplateFields> {
    return TEMPLATE_FIELDS;
  }

  @HandleRpc(listTemplates)
  list(_: Empty, { organization_id: organizationId }: IamContext): Promise<TemplateView[]> {
    return this.transactions.in(organizationId, async (client) =>
      shown(client, organizationId, await templateRows(client, organizationId, MAX_TEMPLATES)),
    );
  }

  @HandleRpc(readTemplate)
  read({ id }: ById, { organization_id: organizationId }: IamContext): Promise<TemplateView> {
    return this.transactions.in(
      organizationId,
      async (client) => (await shown(client, organizationId, [await templateRow(client, organizationId, id)]))[0]!,
    );
  }

  @HandleRpc(createTemplate)
  create(input: TemplateBody, context: IamContext): Promise<TemplateView> {
    const { organization_id: organizationId } = context;
    return uniquelyNamed('template', () =>
      this.transactions.in(organizationId, async (client) => {
        await requireRoom(client, organizationId, 'templates', MAX_TEMPLATES);
        const row = await addTemplate(client, {
          id: uuidv7(),
          organization_id: organizationId,
          name: checkedName(input.name),
          body: checkedBody(input.body),
          format: input.format ?? 'text',
          category: input.category ?? 'alert',
        });
        await recordChange(client, context, changeOf('template.create', row));
        return viewOf(row);
      }),
    );
  }

  /** An omitted format or category stays. */
  @HandleRpc(updateTemplate)
  update({ id, body: input }: SetTemplateOf, context: IamContext): Promise<TemplateView> {
    const { organization_id: organizationId } = context;
    return uniquelyNamed('template', () =>
      this.transactions.in(organizationId, async (client) => {
        const row = await changeTemplate(client, organizationId, id, {
          name: checkedName(input.name),
          body: checkedBody(input.body),
          format: input.format,
          category: input.category,
        });
        await endFaults(client, organizationId, { kind: 'template' }, [id]);
        await recordChange(client, context, changeOf('template.update', row));
        return viewOf(row);
      }),
    );
  }

  @HandleRpc(deleteTemplate)
  async delete({ id }: ById, context: IamContext): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    try {
      await this.transactions.in(organizationId, async (client) => {
        const row = await removeTemplate(client, organizationId, id);
        await recordChange(client, context, changeOf('template.delete', row));
      });
      return { deleted: true };
    } catch (error) {
      if (isForeignKeyViolation(error)) throw conflict('The template is used by a policy: change that first.');
      throw error;
    }
  }
}

const changeOf = (action: string, { id, name, format, category }: TemplateRow): Change => ({
  action,
  target_kind: 'template',
  target_id: id,
  payload: { name, format, category },
});

function checkedBody(body: string): string {
  if (body.trim() === '' || body.includes('\0')) {
    throw invalidArgument('The body must not be blank.', [{ field: 'body', reason: 'must not be blank' }]);
  }
  return body;
}

const shown = (client: PoolClient, organizationId: string, rows: readonly TemplateRow[]): Promise<TemplateView[]> =>
  withFaults(client, organizationId, 'template', rows.map(viewOf));

const viewOf = (row: TemplateRow): TemplateView => ({
  id: row.id,
  organization_id: row.organization_id,
  name: row.name,
  body: row.body,
  format: row.format,
  category: row.category,
  created_at: microsOf(row.created_at),
  updated_at: microsOf(row.updated_at),
});

import { Injectable } from '@nestjs/common';
import { conflict, invalidArgument, notFound } from '@spanwise/contracts/errors';
import type { TemplateBody, TemplateView } from '@spanwise/contracts/notify-routing';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { recordChange, type Change } from '../audit/audit-outbox.js';
import {
  isForeignKeyViolation,
  isUniqueViolation,
  lockOrganization,
  micros,
  OrganizationTransactions,
} from '../db/organization-transactions.js';
import { checkedName } from '../providers/checked-name.js';

const MAX_TEMPLATES = 1_000;

type TemplateRow = Omit<TemplateView, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

/** Texts of notifications with placeholders (peer facts 4.7). */
@Injectable()
export class Templates {
  constructor(private readonly transactions: OrganizationTransactions) {}

  list(organizationId: string): Promise<TemplateView[]> {
    return this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<TemplateRow>(
        'select * from templates where organization_id = $1 order by created_at, id limit $2',
        [organizationId, MAX_TEMPLATES],
      );
      return rows.map(viewOf);
    });
  }

  read(organizationId: string, id: string): Promise<TemplateView> {
    return this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<TemplateRow>(
        'select * from templates where organization_id = $1 and id = $2',
        [organizationId, id],
      );
      return viewOf(existing(rows));
    });
  }

  create(context: IamContext, input: TemplateBody): Promise<TemplateView> {
    const { organization_id: organizationId } = context;
    return uniquelyNamed(() =>
      this.transactions.in(organizationId, async (client) => {
        await lockOrganization(client, organizationId);
        const { rows: counts } = await client.query<{ all: string }>(
          'select count(*) as all from templates where organization_id = $1',
          [organizationId],
        );
        if (Number(counts[0].all) >= MAX_TEMPLATES) {
          throw conflict(`An organization can have ${MAX_TEMPLATES} templates.`);
        }
        const { rows } = await client.query<TemplateRow>(
          `insert into templates (id, organization_id, name, body, format, category) values ($1, $2, $3, $4, $5, $6) returning *`,
          [
            uuidv7(),
            organizationId,
            checkedName(input.name),
            checkedBody(input.body),
            input.format ?? 'text',
            input.category ?? 'alert',
          ],
        );
        await recordChange(client, context, changeOf('template.create', rows[0]));
        return viewOf(rows[0]);
      }),
    );
  }

  /** An omitted format or category stays. */
  update(context: IamContext, id: string, input: TemplateBody): Promise<TemplateView> {
    const { organization_id: organizationId } = context;
    return uniquelyNamed(() =>
      this.transactions.in(organizationId, async (client) => {
        const { rows } = await client.query<TemplateRow>(
          `update templates set name = $3, body = $4, format = coalesce($5, format), category = coalesce($6, category),
             updated_at = now() where organization_id = $1 and id = $2 returning *`,
          [
            organizationId,
            id,
            checkedName(input.name),
            checkedBody(input.body),
            input.format ?? null,
            input.category ?? null,
          ],
        );
        const row = existing(rows);
        await recordChange(client, context, changeOf('template.update', row));
        return viewOf(row);
      }),
    );
  }

  async delete(context: IamContext, id: string): Promise<void> {
    const { organization_id: organizationId } = context;
    try {
      await this.transactions.in(organizationId, async (client) => {
        const { rows } = await client.query<TemplateRow>(
          'delete from templates where organization_id = $1 and id = $2 returning *',
          [organizationId, id],
        );
        await recordChange(client, context, changeOf('template.delete', existing(rows)));
      });
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

function existing(rows: TemplateRow[]): TemplateRow {
  if (rows.length === 0) throw notFound('There is no such template.');
  return rows[0];
}

const viewOf = (row: TemplateRow): TemplateView => ({
  id: row.id,
  organization_id: row.organization_id,
  name: row.name,
  body: row.body,
  format: row.format,
  category: row.category,
  created_at: micros(row.created_at),
  updated_at: micros(row.updated_at),
});

async function uniquelyNamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('There is a template with this name already.');
    throw error;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { IamContext } from '@spanwise/contracts/iam-context';
import type {
  ConfigureStream,
  CreateStream,
  KnownStreamsAnswer,
  KnownStreamsOf,
  StreamId,
  StreamsAsked,
  StreamsRuntime,
  StreamsRuntimeAsked,
  StreamView,
} from '@spanwise/contracts/streams';
import { translateFaults } from '@spanwise/postgres/availability';
import { poolOf } from '@spanwise/postgres/database';
import { inTransaction } from '@spanwise/postgres/transaction';
import { MAX_STREAM_FIELDS } from '@spanwise/segments/stream-fields';
import { readOverflow } from '../segments/field-rows.store.js';
import {
  changeStream,
  insertStream,
  readFields,
  readKnown,
  readStream,
  readStreams,
  removeStream,
} from './stream-rows.store.js';
import { readActivity, windowOf } from './activity.js';
import { runtimeOf, schemaOf, streamView } from './stream-view.js';

/** The streams of an organization, and what goes on in them. */
@Injectable()
export class Streams {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  list(asked: StreamsAsked, context: IamContext): Promise<StreamView[]> {
    return this.read(context, async (client) => {
      const rows = await readStreams(client, asked);
      const ids = rows.map(({ id }) => id);
      const fields = await readFields(client, ids);
      return rows.map((row) => streamView(row, schemaOf(row.signal, fields.get(row.id)!).slice(0, 100)));
    });
  }

  known({ organization_id: organizationId, ...asked }: KnownStreamsOf): Promise<KnownStreamsAnswer> {
    return translateFaults(() =>
      inTransaction(poolOf(this.source), { organizationId, readOnly: true }, (client) => readKnown(client, asked)),
    );
  }

  get({ id }: StreamId, context: IamContext): Promise<StreamView> {
    return this.read(context, (client) => viewOf(client, id));
  }

  runtime(asked: StreamsRuntimeAsked, context: IamContext): Promise<StreamsRuntime> {
    const window = windowOf(asked);
    const { nowMicros, windowSecs, bucketCount } = window;
    return this.read(context, async (client) => {
      const streams = await readActivity(client, window, asked.held_ids);
      return {
        generated_at_micros: nowMicros,
        window_start_micros: nowMicros - windowSecs * 1_000_000,
        window_end_micros: nowMicros,
        window_secs: windowSecs,
        bucket_secs: windowSecs / bucketCount,
        streams,
        items: streams.map((stream) => runtimeOf(stream, nowMicros)),
      };
    });
  }

  create(input: CreateStream, context: IamContext): Promise<StreamView> {
    return this.write(context, async (client, organizationId, nowMicros) =>
      viewOf(client, await insertStream(client, organizationId, input, nowMicros)),
    );
  }

  configure({ id, ...change }: ConfigureStream, context: IamContext): Promise<StreamView> {
    return this.write(context, async (client, organizationId, nowMicros) => {
      const { signal } = await readStream(client, id);
      await changeStream(client, organizationId, id, signal, change, nowMicros);
      return viewOf(client, id);
    });
  }

  delete({ id }: StreamId, context: IamContext): Promise<{ deleted: true }> {
    return this.write(context, async (client, organizationId, nowMicros) => {
      await removeStream(client, organizationId, id, nowMicros);
      return { deleted: true as const };
    });
  }

  private read<T>(context: IamContext, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const options = { organizationId: context.organization_id, readOnly: true, snapshot: true };
    return translateFaults(() => inTransaction(poolOf(this.source), options, work));
  }

  private write<T>(
    context: IamContext,
    work: (client: PoolClient, organizationId: string, nowMicros: number) => Promise<T>,
  ): Promise<T> {
    const organizationId = context.organization_id;
    return translateFaults(() =>
      inTransaction(poolOf(this.source), { organizationId }, (client) =>
        work(client, organizationId, Date.now() * 1_000),
      ),
    );
  }
}

async function viewOf(client: PoolClient, id: string): Promise<StreamView> {
  const row = await readStream(client, id);
  const fields = await readFields(client, [id], MAX_STREAM_FIELDS);
  return streamView(row, schemaOf(row.signal, fields.get(id)!), await readOverflow(client, id));
}

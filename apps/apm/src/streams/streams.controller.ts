import { Controller, Inject } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  configureStream,
  createStream,
  deleteStream,
  getStream,
  listStreams,
  streamsRuntime,
  type ConfigureStream,
  type CreateStream,
  type ListStreams,
  type StreamId,
  type StreamsRuntime,
  type StreamsRuntimeQuery,
  type StreamView,
} from '@spanwise/contracts/streams';
import { translateFaults } from '@spanwise/postgres/availability';
import { poolOf } from '@spanwise/postgres/database';
import { inTransaction } from '@spanwise/postgres/transaction';
import { MAX_STREAM_FIELDS } from '@spanwise/segments/stream-fields';
import {
  changeStream,
  insertStream,
  readBuckets,
  readFields,
  readStream,
  readStreams,
  removeStream,
} from './stream-rows.js';
import { runtimeOf, schemaOf, streamView } from './stream-view.js';

const DEFAULT_WINDOW_SECS = 86_400;
const DEFAULT_BUCKETS = 24;

@Controller()
export class StreamsController {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  @HandleRpc(listStreams)
  list(asked: ListStreams, call: ScopedCall): Promise<StreamView[]> {
    return this.read(call, async (client) => {
      const rows = await readStreams(client, asked);
      const ids = rows.map(({ id }) => id);
      const fields = await readFields(client, ids);
      return rows.map((row) => streamView(row, schemaOf(row.signal, fields.get(row.id)!).slice(0, 100)));
    });
  }

  @HandleRpc(getStream)
  get({ id }: StreamId, call: ScopedCall): Promise<StreamView> {
    return this.read(call, (client) => viewOf(client, id));
  }

  @HandleRpc(streamsRuntime)
  runtime(asked: StreamsRuntimeQuery, call: ScopedCall): Promise<StreamsRuntime> {
    const windowSecs = asked.window_secs ?? DEFAULT_WINDOW_SECS;
    const bucketCount = asked.bucket_count ?? DEFAULT_BUCKETS;
    const nowMicros = Date.now() * 1_000;
    return this.read(call, async (client) => {
      const rows = await readStreams(client, {});
      const ids = rows.map(({ id }) => id);
      const buckets = await readBuckets(client, ids, nowMicros - windowSecs * 1_000_000, nowMicros, bucketCount);
      const items = rows.map((row) => {
        const counted = buckets.filter(({ stream_id }) => stream_id === row.id);
        return runtimeOf(row, counted, { nowMicros, windowSecs, bucketCount });
      });
      return { window_secs: windowSecs, bucket_secs: windowSecs / bucketCount, items };
    });
  }

  @HandleRpc(createStream)
  create(input: CreateStream, call: ScopedCall): Promise<StreamView> {
    return this.write(call, async (client, organizationId, nowMicros) =>
      viewOf(client, await insertStream(client, organizationId, input, nowMicros)),
    );
  }

  @HandleRpc(configureStream)
  configure({ id, ...change }: ConfigureStream, call: ScopedCall): Promise<StreamView> {
    return this.write(call, async (client, organizationId, nowMicros) => {
      const { signal } = await readStream(client, id);
      await changeStream(client, organizationId, id, signal, change, nowMicros);
      return viewOf(client, id);
    });
  }

  @HandleRpc(deleteStream)
  delete({ id }: StreamId, call: ScopedCall): Promise<{ deleted: true }> {
    return this.write(call, async (client, organizationId, nowMicros) => {
      await removeStream(client, organizationId, id, nowMicros);
      return { deleted: true as const };
    });
  }

  private read<T>(call: ScopedCall, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const options = { organizationId: call.context.organization_id, readOnly: true, snapshot: true };
    return translateFaults(() => inTransaction(poolOf(this.source), options, work));
  }

  private write<T>(
    call: ScopedCall,
    work: (client: PoolClient, organizationId: string, nowMicros: number) => Promise<T>,
  ): Promise<T> {
    const organizationId = call.context.organization_id;
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
  return streamView(row, schemaOf(row.signal, fields.get(id)!));
}

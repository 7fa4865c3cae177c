import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  configureStream,
  createStream,
  deleteStream,
  getStream,
  knownStreams,
  listStreams,
  streamsRuntime,
  type ConfigureStream,
  type CreateStream,
  type KnownStreamsAnswer,
  type KnownStreamsOf,
  type StreamId,
  type StreamsAsked,
  type StreamsPage,
  type StreamsRuntime,
  type StreamsRuntimeAsked,
  type StreamView,
} from '@spanwise/contracts/telemetry/streams';
import { MAX_STREAM_FIELDS } from '@spanwise/segments/stream-fields';
import { SignedCursors } from '@spanwise/host/signed-cursor';
import { Database } from '@spanwise/postgres/database';
import { recordChange } from '../../platform/audit/audit-outbox.js';
import { ApmConfig } from '../../config.js';
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
import { changedBy, changeOf, lostWith } from './stream-changes.js';
import { StreamsPageOf, type StreamsState } from './stream-pages.js';
import { runtimeOf, schemaOf, streamView } from './stream-view.js';

/** The streams of an organization, and what goes on in them. */
@Controller()
export class Streams {
  private readonly listed: SignedCursors<StreamsState>;
  private readonly watched: SignedCursors<StreamsState>;

  constructor(
    private readonly database: Database,
    { cursorKeys }: ApmConfig,
  ) {
    this.listed = new SignedCursors(cursorKeys, 'streams');
    this.watched = new SignedCursors(cursorKeys, 'streams.runtime');
  }

  @HandleRpc(listStreams)
  list({ held_ids, ...asked }: StreamsAsked, context: IamContext): Promise<StreamsPage> {
    const page = StreamsPageOf.open(this.listed, context.organization_id, asked);
    return this.read(context, async (client) => {
      const found = await readStreams(client, { ...page.state, limit: page.limit + 1, ...(held_ids && { held_ids }) });
      const { rows, next } = page.cut(found);
      const ids = rows.map(({ id }) => id);
      const fields = await readFields(client, ids);
      const items = rows.map((row) => streamView(row, schemaOf(row.signal, fields.get(row.id)!).slice(0, 100)));
      return { items, ...next };
    });
  }

  @HandleRpc(knownStreams)
  known({ organization_id: organizationId, ...asked }: KnownStreamsOf): Promise<KnownStreamsAnswer> {
    return this.database.transaction({ organizationId, readOnly: true }, (client) => readKnown(client, asked));
  }

  @HandleRpc(getStream)
  get({ id }: StreamId, context: IamContext): Promise<StreamView> {
    return this.read(context, (client) => viewOf(client, id));
  }

  @HandleRpc(streamsRuntime)
  runtime({ held_ids, ...asked }: StreamsRuntimeAsked, context: IamContext): Promise<StreamsRuntime> {
    const page = StreamsPageOf.open(this.watched, context.organization_id, asked);
    const window = windowOf(page.state);
    page.state.now_micros = window.nowMicros;
    const { nowMicros, windowSecs, bucketCount } = window;
    return this.read(context, async (client) => {
      const wanted = { ...page.state, limit: page.limit + 1, ...(held_ids && { held_ids }) };
      const found = (await readActivity(client, window, wanted)).map((activity) => ({
        name: activity.name,
        signal: activity.stream_type,
        activity,
      }));
      const { rows, next } = page.cut(found);
      return {
        generated_at_micros: nowMicros,
        window_start_micros: nowMicros - windowSecs * 1_000_000,
        window_end_micros: nowMicros,
        window_secs: windowSecs,
        bucket_secs: windowSecs / bucketCount,
        streams: rows.map(({ activity }) => activity),
        items: rows.map(({ activity }) => runtimeOf(activity, nowMicros)),
        ...next,
      };
    });
  }

  @HandleRpc(createStream)
  create(input: CreateStream, context: IamContext): Promise<StreamView> {
    return this.write(context, async (client, organizationId, nowMicros) => {
      const id = await insertStream(client, organizationId, input, nowMicros);
      const view = await viewOf(client, id);
      await recordChange(client, context, changeOf('stream.create', await readStream(client, id), changedBy(input)));
      return view;
    });
  }

  @HandleRpc(configureStream)
  configure({ id, ...change }: ConfigureStream, context: IamContext): Promise<StreamView> {
    return this.write(context, async (client, organizationId, nowMicros) => {
      const row = await readStream(client, id);
      await changeStream(client, organizationId, id, row.signal, change, nowMicros);
      const view = await viewOf(client, id);
      await recordChange(client, context, changeOf('stream.configure', row, changedBy(change, row)));
      return view;
    });
  }

  @HandleRpc(deleteStream)
  delete({ id }: StreamId, context: IamContext): Promise<{ deleted: true }> {
    return this.write(context, async (client, organizationId, nowMicros) => {
      const row = await readStream(client, id);
      await removeStream(client, organizationId, id, nowMicros);
      await recordChange(client, context, changeOf('stream.delete', row, lostWith(row)));
      return { deleted: true as const };
    });
  }

  private read<T>(context: IamContext, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const options = { organizationId: context.organization_id, readOnly: true, snapshot: true };
    return this.database.transaction(options, work);
  }

  private write<T>(
    context: IamContext,
    work: (client: PoolClient, organizationId: string, nowMicros: number) => Promise<T>,
  ): Promise<T> {
    const organizationId = context.organization_id;
    return this.database.transaction({ organizationId }, (client) => work(client, organizationId, Date.now() * 1_000));
  }
}

async function viewOf(client: PoolClient, id: string): Promise<StreamView> {
  const row = await readStream(client, id);
  const fields = await readFields(client, [id], MAX_STREAM_FIELDS);
  return streamView(row, schemaOf(row.signal, fields.get(id)!), await readOverflow(client, id));
}

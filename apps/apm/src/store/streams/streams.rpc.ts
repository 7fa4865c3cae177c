import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
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
import { Streams } from './streams.js';

@Controller()
export class StreamsController {
  constructor(private readonly streams: Streams) {}

  @HandleRpc(listStreams)
  list(asked: StreamsAsked, { context }: ScopedCall): Promise<StreamsPage> {
    return this.streams.list(asked, context);
  }

  @HandleRpc(knownStreams)
  known(asked: KnownStreamsOf): Promise<KnownStreamsAnswer> {
    return this.streams.known(asked);
  }

  @HandleRpc(getStream)
  get(asked: StreamId, { context }: ScopedCall): Promise<StreamView> {
    return this.streams.get(asked, context);
  }

  @HandleRpc(streamsRuntime)
  runtime(asked: StreamsRuntimeAsked, { context }: ScopedCall): Promise<StreamsRuntime> {
    return this.streams.runtime(asked, context);
  }

  @HandleRpc(createStream)
  create(input: CreateStream, { context }: ScopedCall): Promise<StreamView> {
    return this.streams.create(input, context);
  }

  @HandleRpc(configureStream)
  configure(input: ConfigureStream, { context }: ScopedCall): Promise<StreamView> {
    return this.streams.configure(input, context);
  }

  @HandleRpc(deleteStream)
  delete(asked: StreamId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.streams.delete(asked, context);
  }
}

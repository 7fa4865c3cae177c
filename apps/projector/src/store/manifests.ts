import { Controller } from '@nestjs/common';
import { HandleBytesRpc, type BytesReply } from '@spanwise/bus/rpc-handler';
import { fetchManifests, type FetchManifests, type ManifestsHead } from '@spanwise/contracts/log/manifests';
import { translateFaults } from '@spanwise/postgres/availability';
import { WriterPool } from '../writer-pool.js';
import { fetchManifestRows } from './manifests.store.js';

@Controller()
export class Manifests {
  constructor(private readonly writer: WriterPool) {}

  @HandleBytesRpc(fetchManifests)
  fetch(asked: FetchManifests): Promise<BytesReply<ManifestsHead>> {
    return translateFaults(() => fetchManifestRows(this.writer.pool, asked));
  }
}

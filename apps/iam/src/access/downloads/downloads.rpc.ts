import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  makeDownload,
  MakeDownload,
  openDownload,
  OpenDownload,
  type DownloadLink,
  type OpenedDownload,
} from '@spanwise/contracts/iam/downloads';
import { Downloads } from './downloads.js';

@Controller()
export class DownloadsController {
  constructor(private readonly downloads: Downloads) {}

  @HandleRpc(makeDownload)
  make(input: MakeDownload, { context }: ScopedCall): Promise<DownloadLink> {
    return this.downloads.make(input, context);
  }

  @HandleRpc(openDownload)
  open(input: OpenDownload): Promise<OpenedDownload> {
    return this.downloads.open(input);
  }
}

import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { SealedBody } from '@spanwise/contracts/notify/notify';
import {
  AcknowledgeLinkToken,
  lookAtAcknowledgeLink,
  ReceivedCallback,
  receiveCallback,
  useAcknowledgeLink,
  type AcknowledgeLinkUse,
  type AcknowledgeLinkView,
  type CallbackAnswer,
} from '@spanwise/contracts/notify/acknowledgements';
import { SealedBodies } from '../../platform/sealed-bodies.js';
import { AcknowledgeLinks } from './acknowledge-links.js';
import { Callbacks } from './callbacks.js';

@Controller()
export class Acknowledgements {
  constructor(
    private readonly links: AcknowledgeLinks,
    private readonly callbacks: Callbacks,
    private readonly bodies: SealedBodies,
  ) {}

  @HandleRpc(lookAtAcknowledgeLink)
  look({ sealed }: SealedBody): Promise<AcknowledgeLinkView> {
    return this.links.look(this.bodies.open(AcknowledgeLinkToken, sealed).token);
  }

  @HandleRpc(useAcknowledgeLink)
  use({ sealed }: SealedBody): Promise<AcknowledgeLinkUse> {
    return this.links.use(this.bodies.open(AcknowledgeLinkToken, sealed).token);
  }

  @HandleRpc(receiveCallback)
  receive({ sealed }: SealedBody): Promise<CallbackAnswer> {
    return this.callbacks.receive(this.bodies.open(ReceivedCallback, sealed));
  }
}

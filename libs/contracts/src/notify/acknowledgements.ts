import { IsBase64, IsObject, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { AsSent } from '../base/as-sent.js';
import { SealedBody } from './notify.js';
import { READS, rpc } from '../authz/rpc.js';

/** The secret of a one-time link (DELIVERY-27). */
export class AcknowledgeLinkToken {
  @IsString() @Matches(/^[\w-]{64}$/) token: string;
}

export interface AcknowledgeLinkView {
  title: string;
}

export interface AcknowledgeLinkUse {
  title: string;
  outcome: 'acknowledged' | 'already' | 'closed';
}

/** What a chat provider sent, as it arrived (DELIVERY-26). */
export class ReceivedCallback {
  @IsUUID() organization_id: string;
  @IsUUID() connector_id: string;
  /** Those of the signature alone. */
  @AsSent() @IsObject() headers: Record<string, string>;
  @IsString() @IsBase64() @MaxLength(90_000) body_base64: string;
}

export interface CallbackAnswer {
  body: Record<string, unknown>;
}

/** Each carries a sealed body: a listener on the bus could use what is in it. */
export const lookAtAcknowledgeLink = rpc<AcknowledgeLinkView>()(
  'svc.notify.acknowledge-links.look',
  SealedBody,
  'internal',
  READS,
);
export const useAcknowledgeLink = rpc<AcknowledgeLinkUse>()(
  'svc.notify.acknowledge-links.use',
  SealedBody,
  'internal',
  { audit: 'recorded' },
);
export const receiveCallback = rpc<CallbackAnswer>()('svc.notify.callbacks.receive', SealedBody, 'internal', {
  audit: 'recorded',
});

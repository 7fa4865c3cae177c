/** Why a delivery failed, in words that reveal nothing of what a foreign host said (DELIVERY-5). */
export type FaultCategory =
  | 'blocked_address'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'timeout'
  | 'connection_lost'
  | 'answer_invalid'
  | 'provider_rejected'
  | 'credentials_rejected'
  | 'smtp_tls_unavailable'
  | 'smtp_rejected'
  | 'secret_unavailable'
  | `http_${number}`;

const SENTENCES: Record<Exclude<FaultCategory, `http_${number}`>, string> = {
  blocked_address: 'the address is not one that this platform may reach',
  dns_failed: 'the host name could not be resolved',
  connect_failed: 'the host did not accept the connection',
  tls_failed: 'a trusted TLS connection could not be made',
  timeout: 'the receiver did not answer in time',
  connection_lost: 'the connection ended before the answer',
  answer_invalid: 'the answer is not what this provider documents',
  provider_rejected: 'the provider refused the message',
  credentials_rejected: 'the provider refused the credentials',
  smtp_tls_unavailable: 'the mail server offers no TLS and the connector requires it',
  smtp_rejected: 'the mail server refused the message',
  secret_unavailable: 'the secrets of the connector cannot be opened with the configured keys',
};

export class DeliveryFault extends Error {
  constructor(
    readonly category: FaultCategory,
    /** Replaces the category's sentence; never text of a foreign host. */
    sentence?: string,
    /** Least wait before another attempt, as the receiver asked. */
    readonly retryAfterMs?: number,
  ) {
    super(`${category}: ${sentence ?? sentenceOf(category)}`);
    this.name = 'DeliveryFault';
  }
}

function sentenceOf(category: FaultCategory): string {
  if (category in SENTENCES) return SENTENCES[category as keyof typeof SENTENCES];
  return `the receiver answered with status ${category.slice('http_'.length)}`;
}

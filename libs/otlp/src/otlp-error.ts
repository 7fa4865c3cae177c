/** Why a request cannot be read; the message is meant for the client. */
export class OtlpError extends Error {
  constructor(
    readonly code: 'invalid_argument' | 'payload_too_large',
    message: string,
  ) {
    super(message);
    this.name = 'OtlpError';
  }
}

export const malformed = (what: string): OtlpError =>
  new OtlpError('invalid_argument', `The request is not valid OTLP: ${what}.`);

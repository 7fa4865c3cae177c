import { DeliveryFault, type FaultCategory } from '../../egress/delivery-fault.js';

interface SmtpError {
  code?: unknown;
  /** Where the library replaces the code of a lower layer. */
  originalCode?: unknown;
  command?: unknown;
  responseCode?: unknown;
}

const CATEGORY_OF_CODE: Record<string, FaultCategory> = {
  EAUTH: 'credentials_rejected',
  ENOAUTH: 'credentials_rejected',
  ETIMEDOUT: 'timeout',
  EENVELOPE: 'smtp_rejected',
  EMESSAGE: 'smtp_rejected',
  EPROTOCOL: 'answer_invalid',
};

const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** What the mail library says, as a category: the server's own words stay out of it. */
export function smtpFault(error: unknown): DeliveryFault {
  const { code, originalCode = code, command, responseCode } = error as SmtpError;
  const reply =
    typeof responseCode === 'number' && responseCode >= 400 && responseCode <= 599 ? responseCode : undefined;
  if (code === 'ETLS') {
    return new DeliveryFault(command === 'STARTTLS' && reply !== undefined ? 'smtp_tls_unavailable' : 'tls_failed');
  }
  // Errors of the TLS layer have OpenSSL's own codes.
  if (TLS_CODES.test(String(originalCode))) return new DeliveryFault('tls_failed');
  const category = CATEGORY_OF_CODE[String(code)] ?? 'connection_lost';
  if (category === 'smtp_rejected' && reply !== undefined) {
    return new DeliveryFault(category, `the mail server refused the message with status ${reply}`);
  }
  return new DeliveryFault(category);
}

/** The one way to data: the generated client, with the session that the browser keeps. */
import { spanwiseClient, type Schemas } from '@spanwise/api-client/client';

export type { Schemas } from '@spanwise/api-client/client';

/** Of the page's own origin. */
export const api = spanwiseClient(globalThis.location?.origin ?? '');

/** A refusal of the API. `status` 0: there was no answer at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly requestId?: string,
  ) {
    super(message);
  }
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

export async function answerOf<T>(asking: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await asking;
  } catch (fault) {
    // The client throws for a network that fails, and TanStack Query for what it has called off.
    if (fault instanceof DOMException && fault.name === 'AbortError') throw fault;
    throw new ApiError(0, '');
  }
  const { data, error, response } = answer;
  if (response.ok) return data as T;
  const { message = '', request_id: requestId } = (error ?? {}) as Partial<Schemas['ErrorBody']>;
  throw new ApiError(response.status, message, requestId);
}

/** Reads the public API of the product. */

export interface Page<T> {
  meta: Meta;
  items: T[];
  next_cursor: string | null;
  previous_cursor: string | null;
  has_more: boolean;
}

export interface Meta {
  range: { from: number; to: number };
  resolution: string;
  data_quality: { partial: boolean; gaps: { reason: string }[]; overflow_dimensions: string[] };
}

export type Parameters = Record<string, string | number>;

/** What SQL answers; `lost` are the parts of the range of which rows are missing for good. */
export interface SqlAnswer {
  rows: (string | number | null)[][];
  partial?: boolean;
  partial_reason?: string;
  lost?: { from: number; to: number }[];
}

/** The largest page of the API. */
export const MAX_PAGE = 200;
const MAX_PAGES = 2_000;
const MAX_ROWS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const STORED_MS = 30_000;
const QUERY_TIMEOUT_MS = 120_000;
const MAX_ATTEMPTS = 20;

export class ApiClient {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {}

  /** Throws with the question and the whole answer when that is not 200. */
  async get<T>(path: string, parameters: Parameters = {}): Promise<T> {
    const url = new URL(`/api/v1/apm/${path}`, this.baseUrl);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
    return this.answered<T>(url, {}, REQUEST_TIMEOUT_MS);
  }

  /** Once everything that was sent before is stored, or `waitMs` have passed. */
  async sql(statement: string, time_range: { start: number; end: number }, waitMs = STORED_MS): Promise<SqlAnswer> {
    const body = JSON.stringify({ language: 'sql', statement, time_range, limit: MAX_ROWS, wait_for: waitMs });
    return this.answered<SqlAnswer>(new URL('/api/v1/query', this.baseUrl), { method: 'POST', body }, QUERY_TIMEOUT_MS);
  }

  private async answered<T>(url: URL, init: RequestInit, timeoutMs: number): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.ask(url, init, timeoutMs);
      if (answer.status === 200) return JSON.parse(answer.text) as T;
      const passing = [0, 429, 503].includes(answer.status);
      const asked = `${init.method ?? 'GET'} ${url.pathname}${url.search} ${typeof init.body === 'string' ? init.body : ''}`;
      if (!passing || attempt === MAX_ATTEMPTS)
        throw new Error(`${asked} answered ${answer.status}: ${answer.text.slice(0, 1000)}`);
      await new Promise((resolve) => setTimeout(resolve, Math.min(5, Math.max(0.2, answer.waitSeconds)) * 1000));
    }
  }

  /** Status 0: the connection broke, as an idle one does that the product has closed. */
  private async ask(url: URL, init: RequestInit, timeoutMs: number) {
    try {
      const response = await fetch(url, {
        ...init,
        headers: { authorization: `Bearer ${this.token}`, ...(init.body && { 'content-type': 'application/json' }) },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const waitSeconds = Number(response.headers.get('retry-after') ?? '1');
      return { status: response.status, text: await response.text(), waitSeconds };
    } catch (error) {
      return { status: 0, text: String(error), waitSeconds: 0.2 };
    }
  }

  /** All rows of a list, page after page. */
  async list<T>(path: string, parameters: Parameters, limit = MAX_PAGE): Promise<T[]> {
    const pages = await this.pages<T>(path, parameters, limit);
    return pages.flatMap((page) => page.items);
  }

  async pages<T>(path: string, parameters: Parameters, limit: number): Promise<Page<T>[]> {
    const pages = [await this.get<Page<T>>(path, { ...parameters, limit })];
    for (;;) {
      const cursor = pages[pages.length - 1]!.next_cursor;
      if (cursor === null) return pages;
      if (pages.length === MAX_PAGES) throw new Error(`The list ${path} does not end after ${MAX_PAGES} pages.`);
      pages.push(await this.get<Page<T>>(path, { ...parameters, limit, cursor }));
    }
  }

  /** From a page back to the first, in the order of reading. */
  async pagesBack<T>(path: string, parameters: Parameters, limit: number, from: Page<T>): Promise<Page<T>[]> {
    const pages: Page<T>[] = [];
    let cursor = from.previous_cursor;
    while (cursor !== null) {
      if (pages.length === MAX_PAGES) throw new Error(`The list ${path} does not begin before ${MAX_PAGES} pages.`);
      const page = await this.get<Page<T>>(path, { ...parameters, limit, cursor });
      pages.push(page);
      cursor = page.previous_cursor;
    }
    return pages;
  }
}

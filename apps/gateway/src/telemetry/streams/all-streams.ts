/** Lists of all streams, which the service gives in pages. */
import { Readable } from 'node:stream';
import type { StreamsPage, StreamsRuntime } from '@spanwise/contracts/telemetry/streams';

interface Page {
  next_cursor?: string;
}

/** From the first page on; each is asked for when the one before has been taken. */
async function* pagesFrom<P extends Page>(first: P, read: (cursor: string) => Promise<P>): AsyncGenerator<P> {
  for (let page = first; ; page = await read(page.next_cursor)) {
    yield page;
    if (page.next_cursor === undefined) return;
  }
}

/** The text of one JSON array; a page that fails breaks it off. */
export function arrayText(first: StreamsPage, read: (cursor: string) => Promise<StreamsPage>): Readable {
  async function* text(): AsyncGenerator<string> {
    let before = '[';
    for await (const { items } of pagesFrom(first, read)) {
      if (items.length === 0) continue;
      yield before + JSON.stringify(items).slice(1, -1);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  }
  return Readable.from(text(), { objectMode: false });
}

/** Everything of one window. */
export async function wholeRuntime(
  first: StreamsRuntime,
  read: (cursor: string) => Promise<StreamsRuntime>,
): Promise<StreamsRuntime> {
  const { next_cursor: _, ...whole } = { ...first, streams: [...first.streams], items: [...first.items] };
  for await (const page of pagesFrom(first, read)) {
    if (page === first) continue;
    whole.streams.push(...page.streams);
    whole.items.push(...page.items);
  }
  return whole;
}

import { useQuery } from '@tanstack/react-query';
import type { ServiceMap } from './graph.js';
import type { Layout, LayoutInput } from './layout.js';

/** Of the same nodes and links it is made once: figures that change move nothing. */
export function useLayout({ nodes, links }: ServiceMap) {
  const input: LayoutInput = {
    nodes: nodes.map(({ id }) => id),
    links: links.map(({ id, from, to }) => ({ id, from, to })),
  };
  return useQuery({
    queryKey: ['layout', input],
    queryFn: ({ signal }) => laidOut(input, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Beside the page's own thread. A worker serves once, so that one that is not wanted any more can be ended. */
function laidOut(input: LayoutInput, signal: AbortSignal): Promise<Layout> {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  const done = new Promise<Layout>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Layout>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  worker.postMessage(input);
  return done.finally(() => worker.terminate());
}

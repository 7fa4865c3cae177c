import { layOut, type LayoutInput } from './layout.js';

globalThis.addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => globalThis.postMessage(layOut(data)));

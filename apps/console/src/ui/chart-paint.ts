import type uPlot from 'uplot';
import type { RangeMeta } from '../lib/trust.js';

/** Colours of tokens as the canvas takes them, in the theme of this moment. */
export function chartColours(element: HTMLElement): (token: string) => string {
  return (token) => {
    const probe = element.ownerDocument.createElement('i');
    probe.style.color = `var(${token})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

const STRIPES_PX = 6;

/** Hatches what is still open, and gaps. `completeUntil` is microseconds. */
export function shadeOpen(
  self: uPlot,
  element: HTMLElement,
  completeUntil: number,
  { range, data_quality }: RangeMeta,
): void {
  if (completeUntil < range.to) shade(self, element, '--hatch', Math.max(completeUntil, range.from), range.to);
  for (const gap of data_quality.gaps) shade(self, element, '--warn-ground', gap.range.start, gap.range.end);
}

function shade(self: uPlot, element: HTMLElement, token: string, fromMicros: number, toMicros: number): void {
  const { ctx, bbox } = self;
  const place = (micros: number) =>
    Math.min(bbox.left + bbox.width, Math.max(bbox.left, self.valToPos(micros / 1e6, 'x', true)));
  const [left, right] = [place(fromMicros), place(toMicros)];
  if (right <= left) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, bbox.top, right - left, bbox.height);
  ctx.clip();
  ctx.strokeStyle = chartColours(element)(token);
  const step = STRIPES_PX * devicePixelRatio;
  ctx.lineWidth = step / 3;
  ctx.beginPath();
  for (let x = left - bbox.height; x < right; x += step) {
    ctx.moveTo(x, bbox.top + bbox.height);
    ctx.lineTo(x + bbox.height, bbox.top);
  }
  ctx.stroke();
  ctx.restore();
}

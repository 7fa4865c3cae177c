import type { Figure as FigureParts } from '../lib/format.js';

/** A number with a smaller unit; the exact value on pointing at it. */
export function Figure({ of, bare = false }: { of: FigureParts; bare?: boolean }) {
  return (
    <span title={of.exact === '' ? undefined : of.exact}>
      {of.value}
      {!bare && of.unit !== '' && <span className="unit">{of.unit}</span>}
    </span>
  );
}

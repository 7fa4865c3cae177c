/** Rows of a heatmap: four an octave, each of whole buckets of the sketch, so that counts are exact (APM-28); pure. */
import { representativeOf, type Sketch } from '@spanwise/span-model/sketch';

const PER_OCTAVE = 4;
/** Below it each microsecond is a row. */
const FIRST_OCTAVE = 2;

export function rowOf(micros: number): number {
  if (micros < PER_OCTAVE) return micros;
  const octave = Math.floor(Math.log2(micros));
  const part = Math.floor((micros - 2 ** octave) / 2 ** (octave - FIRST_OCTAVE));
  return PER_OCTAVE + (octave - FIRST_OCTAVE) * PER_OCTAVE + part;
}

/** Shortest duration of a row, whole microseconds. */
export function rowStart(row: number): number {
  if (row < PER_OCTAVE) return row;
  const octave = FIRST_OCTAVE + Math.floor((row - PER_OCTAVE) / PER_OCTAVE);
  return 2 ** octave + (row % PER_OCTAVE) * 2 ** (octave - FIRST_OCTAVE);
}

/** Units of each row that has some. */
export function unitsByRow(sketch: Sketch): Map<number, number> {
  const rows = new Map<number, number>();
  sketch.forEach((bucket, units) => {
    const row = rowOf(representativeOf(bucket));
    rows.set(row, (rows.get(row) ?? 0) + units);
  });
  return rows;
}

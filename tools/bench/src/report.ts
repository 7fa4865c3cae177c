import { table, type Row } from './measure.js';

/** A figure beside the limit that the parts reach in the same run. */
export interface Comparison {
  product: number;
  limit?: number;
  /** What the limit is. */
  of?: string;
  target?: string;
  /** Digits behind the point. */
  digits?: number;
  unit?: string;
}

export class Report {
  private readonly rows: Row[] = [];

  add(figure: string, { product, limit, of = '', target = '', digits = 1, unit = '' }: Comparison): void {
    const text = (value: number) => `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
    const row = {
      figure,
      product: text(product),
      limit: limit === undefined ? of : `${text(limit)}${of === '' ? '' : ` (${of})`}`,
      ratio: limit === undefined ? '' : (product / limit).toFixed(2),
      target,
    };
    this.rows.push(row);
    console.log(`  ${figure}: ${row.product}${row.ratio === '' ? '' : `, ratio ${row.ratio}`}`);
  }

  toString(): string {
    return table(this.rows);
  }
}

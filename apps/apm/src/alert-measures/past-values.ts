import type { MeasuredInstance } from '@spanwise/contracts/alerting/measure';
import { canonicalJson } from '@spanwise/contracts/base/canonical-json';

/** Of all organizations together. */
const MAX_VALUES = 200_000;

type Values = ReadonlyMap<string, number>;

/** By its labels, as one text. */
export const instanceKey = ({ labels }: Pick<MeasuredInstance, 'labels'>): string => canonicalJson(labels);

/** Values that statements had in past windows, which do not change any more: the ones asked for last are kept. */
export class PastValues {
  private readonly windows = new Map<string, Values>();
  private count = 0;

  constructor(private readonly max = MAX_VALUES) {}

  find(key: string): Values | undefined {
    const found = this.windows.get(key);
    if (found === undefined) return undefined;
    this.windows.delete(key);
    this.windows.set(key, found);
    return found;
  }

  keep(key: string, instances: readonly MeasuredInstance[]): Values {
    const values = new Map(
      instances.flatMap((one) => (one.value === null ? [] : [[instanceKey(one), one.value] as const])),
    );
    this.windows.set(key, values);
    this.count += values.size + 1;
    for (const [oldest, held] of this.windows) {
      if (this.count <= this.max) break;
      this.windows.delete(oldest);
      this.count -= held.size + 1;
    }
    return values;
  }
}

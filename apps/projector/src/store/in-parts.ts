/** Makes something of records that may not be takeable all at once: what is refused is halved, down to one (PROTO-36). Pure. */

export interface PartMaker<Part, Made> {
  make: (part: Part) => Promise<Made>;
  /** Undefined for a part of one record. */
  halve: (part: Part) => Promise<[Part, Part] | undefined>;
  /** Whether the failure lies in what the part says; every other one is thrown, and nothing is given up for it. */
  isOfData: (error: unknown) => boolean;
  /** Throws where nothing at all can be made at the moment. */
  control: () => Promise<void>;
}

export interface Parted<Part, Made> {
  /** In the order of the records. */
  made: Made[];
  givenUp: { part: Part; error: unknown }[];
}

/** Refusals after which parts are given up as they are: a flood of unacceptable records must not hold up all others. */
const MAX_REFUSALS = 2_000;

/**
 * A part is given up when it is refused twice and `control` gets through in between. Throws the first failure that is not
 * of the data; the same part can be asked again then.
 */
export async function makeInParts<Part, Made>(
  whole: Part,
  maker: PartMaker<Part, Made>,
  maxRefusals = MAX_REFUSALS,
): Promise<Parted<Part, Made>> {
  const { make, halve, isOfData, control } = maker;
  const made: Made[] = [];
  const givenUp: Parted<Part, Made>['givenUp'] = [];
  const refusalOf = async (part: Part): Promise<{ error: unknown } | undefined> => {
    try {
      made.push(await make(part));
      return undefined;
    } catch (error) {
      if (!isOfData(error)) throw error;
      return { error };
    }
  };
  const open = [whole];
  let refusals = 0;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if ((await refusalOf(part)) === undefined) continue;
    const halves = ++refusals <= maxRefusals ? await halve(part) : undefined;
    if (halves !== undefined) {
      open.push(halves[1], halves[0]);
      continue;
    }
    await control();
    const again = await refusalOf(part);
    if (again !== undefined) givenUp.push({ part, ...again });
  }
  return { made, givenUp };
}

/** What is sent, in which order: what the grammars have for every seed alike first, then random sentences of them. Pure. */
import { PUSH_KINDS, type PushKind } from '@spanwise/contracts/iam-push-connectors';
import { Random } from '@spanwise/telemetry/random';
import { HEAVY, heavyShot } from './heavy.js';
import { beyondShot, fewShot, MULTITUDES } from './multitudes.js';
import type { Shot } from './shot.js';
import { asTable, callOf, FUNCTIONS, GREEDY, grownStatement, SHADOWING, statementShot } from './statements.js';
import { PLACES, SHAPES, telemetryOf, telemetryWith } from './telemetry.js';
import { plainTexts, randomText } from './texts.js';
import { deepShot, HTTP_FORMS, otlpShot, pushShot, remoteWriteShot } from './ways.js';

export interface PlanSize {
  /** Requests of telemetry and statements together. */
  inputs: number;
  /** Of those, statements. */
  statements: number;
  /** Longest text, in characters. */
  longest: number;
  /** Of a request of few and heavy records, as decoded, in bytes. */
  heaviest: number;
}

const SHORTEST = 65_536;
const MANY_METRICS = 3_000;
/** Few of them: each takes the store writer as long as hundreds of others. */
const HEAVY_EVERY = 200;
/** So long a name of each of thousands of spans has stopped storing once. */
const HEAVY_CHARS = 8_000;
const STACK = 'stack of a logged exception';
/** Of the greedy statements, those that every plan has. */
const GREEDIEST = 8;
const DIRECTLY = '/api/v1/query';

/** Telemetry with an `ingest` token and with those of push connectors. */
export function* telemetryShots(
  seed: string,
  size: PlanSize,
  tokens: Readonly<Record<PushKind, string>>,
): Generator<Shot> {
  const random = new Random(`telemetry ${seed}`);
  const count = size.inputs - size.statements;
  const places = Object.keys(PLACES);
  const shapes = Object.keys(SHAPES);
  // The longest run of each piece, where it hurts most: in a stack. Other seeds take other ones first.
  const plain = random.shuffle(plainTexts(size.longest));
  // A stack that is nothing but line feeds, and one frame.
  const lines = {
    recipe: `"\\n"* of ${size.longest} characters and a frame of Java`,
    text: `${'\n'.repeat(size.longest)}\tat a.B.c(B.java:1)`,
  };
  const first = HTTP_FORMS.map(
    (form) => () => otlpShot(random, telemetryWith(random, lines.text, STACK), lines.recipe, form),
  );
  first.push(() => remoteWriteShot(random, '', '', MANY_METRICS));
  const multitudes = Object.keys(MULTITUDES);
  first.push(...multitudes.map((name) => () => beyondShot(name)));
  const heavy = Object.keys(HEAVY);
  first.push(...heavy.map((name, at) => () => over(at % 2 === 1, heavyShot(random, name, size.heaviest, HEAVY_CHARS))));
  for (let at = 0; at < count; at++) {
    if (at < first.length) {
      yield first[at]();
      continue;
    }
    const { recipe, text } =
      at % 3 === 0 && plain.length > 0 ? plain.pop()! : randomText(random, random.int(SHORTEST, size.longest));
    const way = at % 10;
    if (way === 9) yield pushShot(PUSH_KINDS[Math.floor(at / 10) % PUSH_KINDS.length], text, recipe, tokens);
    else if (way === 8) yield remoteWriteShot(random, text, recipe, random.chance(0.02) ? MANY_METRICS : 1);
    else if (at % 20 === 13) yield multitudeOf(random, random.pick(multitudes));
    else if (at % HEAVY_EVERY === 3)
      yield over(random.chance(0.5), heavyShot(random, random.pick(heavy), random.int(1, size.heaviest)));
    else if (at % 20 === 17) yield deepShot(random, random.int(50, 2_000));
    else if (way === 7)
      yield otlpShot(random, telemetryOf(random, shapes[Math.floor(at / 10) % shapes.length]), 'a shape');
    else if (way % 3 === 0) yield otlpShot(random, telemetryWith(random, text, STACK), recipe);
    else yield otlpShot(random, telemetryWith(random, text, places[at % places.length]), recipe);
  }
}

const multitudeOf = (random: Random, name: string): Shot =>
  over(random.chance(0.5), random.chance(0.5) ? beyondShot(name) : fewShot(random, name));

/** The same over gRPC, which has a method for what OTLP sends over HTTP. */
const over = (grpc: boolean, shot: Shot): Shot =>
  grpc && shot.path.startsWith('/v1/') ? { ...shot, what: `${shot.what} (gRPC)`, grpc } : shot;

/** Statements of a viewer: the greediest of each sort first, asked directly. */
export function* statementShots(seed: string, size: PlanSize): Generator<Shot> {
  const random = new Random(`statements ${seed}`);
  const greedy = random.shuffle(GREEDY.slice(GREEDIEST));
  const functions = random.shuffle([...FUNCTIONS]);
  const shadowing = random.shuffle([...SHADOWING]);
  const first = [SHADOWING[0], ...GREEDY.slice(0, GREEDIEST).map((sql) => ({ sql }))];
  let calls = 0;
  for (let at = 0; at < size.statements; at++) {
    const sort = at % 8;
    if (at < first.length) yield statementShot(random, first[at], DIRECTLY);
    else if (sort === 0 && greedy.length > 0) yield statementShot(random, { sql: greedy.pop()! }, DIRECTLY);
    else if (sort === 4) yield statementShot(random, { sql: asTable(random, random.pick(GREEDY)) }, DIRECTLY);
    else if (sort < 3 && shadowing.length > 0) yield statementShot(random, shadowing.pop()!);
    else if (sort === 3) yield statementShot(random, grownStatement(random));
    else yield statementShot(random, callOf(random, functions[calls++ % functions.length]));
  }
}

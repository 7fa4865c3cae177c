/** Planted faults: the product with one fence taken away. The proof must find each of them. */
import { applyEdit, copyProgram, type Edit } from '../harness/program-copy.js';
import type { HostileSize } from './campaign.js';

export interface PlantedFault {
  name: string;
  /** As much of the attack as shows it. */
  size: HostileSize;
  edits: Edit[];
  /** What the proof has to say about it: it may not be found by chance. */
  shows: RegExp;
}

/** Four times the time for twice the white space, of which there is a lot. */
const SLOW = String.raw`/\s+x/.test`;
const ENGINE = 'apps/apm/dist/query-engine';

const small = (change: Partial<HostileSize>): HostileSize => ({
  inputs: 6,
  statements: 0,
  longest: 150_000,
  heaviest: 1_000_000,
  organizations: 0,
  names: 0,
  callsPerName: 0,
  slowReaders: 0,
  scenes: { reservedNames: false, secondProjector: false },
  ...change,
});

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a slow pattern in the gateway',
    size: small({}),
    edits: [
      {
        file: 'apps/gateway/dist/intake/native-check.js',
        find: 'const record = {};',
        replace: `const record = {}; ${SLOW}(String(given['exception.stacktrace']));`,
      },
    ],
    shows: /^victim: .*(visible|figures|not taken)/,
  },
  {
    name: 'a slow pattern in the projector, no budget of a record and nobody who watches',
    size: small({}),
    edits: [
      {
        file: 'apps/projector/dist/projector.service-definition.js',
        find: 'watchLoop({ service: host.service, logLevel, limitMs: stallLimitMs });',
        replace: '',
      },
      {
        file: 'apps/projector/dist/judge/time-limit.js',
        find: 'script.runInContext(realm, { timeout: timeoutMs });',
        replace: 'work();',
      },
      {
        file: 'apps/projector/dist/judge/batch-judge.js',
        find: 'writeExceptionKey(this.key, organization, ids, exception, this.seed);',
        replace: `writeExceptionKey(this.key, organization, ids, exception, this.seed); ${SLOW}(exception.stacktrace);`,
      },
    ],
    shows: /^victim: .*(visible|figures)/,
  },
  {
    name: 'an engine without a limit',
    size: small({ inputs: 16, statements: 10 }),
    edits: [
      { file: `${ENGINE}/limited-fork.js`, find: 'ulimit -d ${Math.ceil(dataBytes / KIB)} 2>/dev/null; ', replace: '' },
      { file: `${ENGINE}/engine-process.js`, find: "this.child.kill('SIGKILL');", replace: '' },
      { file: `${ENGINE}/engine-process.js`, find: 'held.residentBytes <= this.limits.processBytes', replace: 'true' },
      { file: `${ENGINE}/engine-main.js`, find: 'endWithParent(limits.processBytes);', replace: 'void 0;' },
    ],
    shows: /^engine-main (grew|was ended|outlives)|engines (live|work)/,
  },
  {
    name: 'a work folder that two store writers share',
    size: small({ scenes: { reservedNames: false, secondProjector: true } }),
    edits: [
      {
        file: 'apps/projector/dist/store/store-writer.main.js',
        find: 'const folder = await WorkFolder.claim(place.parent, place.name);',
        replace: `const { mkdir, rm } = await import('node:fs/promises');
    const path = join(config.workDir, 'store-writer');
    const release = () => rm(path, { recursive: true, force: true });
    await release();
    await mkdir(path, { recursive: true });
    const folder = { path, release, ensurePart: async () => path };`,
      },
    ],
    shows: /^victim: .*stored/,
  },
  {
    name: 'no limit of records',
    size: small({ inputs: 20 }),
    edits: [
      {
        file: 'apps/gateway/dist/intake/slice-work.js',
        find: 'const limits = requestLimits(maxRecords);',
        replace: 'const limits = requestLimits(1e9);',
      },
    ],
    shows: /^more than a request may hold was taken/,
  },
  {
    name: 'a flush retried for ever',
    size: small({ inputs: 28, heaviest: 57_000_000 }),
    edits: [
      {
        file: 'apps/projector/dist/store/in-parts.js',
        find: 'if (!isOfData(error))',
        replace: 'if (error)',
      },
      {
        file: 'apps/projector/dist/store/store-writer.main.js',
        find: 'segmentBytes: heldLineBytes(config.storeMemoryBytes)',
        replace: 'segmentBytes: 1e12',
      },
      // What it then gets is more than it holds, on any machine.
      {
        file: 'apps/projector/dist/store/store-writer.main.js',
        find: 'memoryBytes: config.storeMemoryBytes,',
        replace: 'memoryBytes: config.storeMemoryBytes / 8,',
      },
    ],
    shows: /^victim: .*stored/,
  },
  {
    name: 'declared bytes counted',
    size: small({}),
    edits: [
      {
        file: 'apps/gateway/dist/intake/admission.js',
        find: 'return new Held(this, organizationId);',
        replace: 'const held = new Held(this, organizationId); held.arrived(declaredBytes ?? 0); return held;',
      },
    ],
    shows: /^bodies that stall hold/,
  },
  {
    name: 'gRPC unbounded',
    size: small({}),
    edits: [{ file: 'apps/gateway/dist/intake/otlp-grpc.js', find: 'throw bodyTooLarge();', replace: 'void 0;' }],
    shows: /^a message of 60 MiB over gRPC is not refused/,
  },
];

/** A folder with the product that has the fault. */
export const plant = ({ edits }: PlantedFault): ReturnType<typeof copyProgram> =>
  copyProgram((root) => edits.forEach((edit) => applyEdit(root, edit)));

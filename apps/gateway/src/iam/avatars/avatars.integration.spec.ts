import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextWith, TestGateway } from '../../gateway.fixture.js';

const USER = { subject_type: 'user' as const, permissions: [] };
const MAX_GROWTH_BYTES = 256 * 1024 * 1024;

let gateway: TestGateway;
let token: string;
let kept: { image_base64: string }[];
let pictures: Record<'png' | 'jpeg' | 'webp' | 'gif', Buffer>;

beforeAll(async () => {
  gateway = await TestGateway.start();
  token = gateway.iam.admit(contextWith(USER));
  kept = (await gateway.answer('svc.iam.avatars.set', { user_id: 'x' })) as typeof kept;
  // Noise, so that a change anywhere in the file is a change of a picture.
  const noise = Buffer.from(Array.from({ length: 40 * 30 * 3 }, (_, at) => (at * 7_919) % 251));
  const image = () => sharp(noise, { raw: { width: 40, height: 30, channels: 3 } });
  pictures = {
    png: await image().png().toBuffer(),
    jpeg: await image()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer(),
    webp: await image().webp().toBuffer(),
    gif: await image().gif().toBuffer(),
  };
});
afterAll(() => gateway.stop());

async function upload(body: Buffer, type: string, as = token): Promise<number> {
  const headers = { 'content-type': type };
  const init = { method: 'POST', body: new Uint8Array(body), headers };
  const response = await gateway.fetch('/api/v1/me/avatar', { ...init, token: as });
  await response.text();
  return response.status;
}

const lastKept = (): Buffer => Buffer.from(kept.at(-1)!.image_base64, 'base64');

async function expectOneForm(image: Buffer): Promise<void> {
  const { format, width, height, pages = 1, exif, icc, xmp } = await sharp(image).metadata();
  expect({ format, width, height, pages }).toEqual({ format: 'webp', width: 256, height: 256, pages: 1 });
  expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
}

describe('a picture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('as %s is re-encoded in the one form', async (format) => {
    expect(await upload(pictures[format], `image/${format}`)).toBe(200);
    await expectOneForm(lastKept());
    expect(lastKept().includes('secret place')).toBe(false);
  });

  it('with a page behind it loses the page', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    expect(await upload(Buffer.concat([pictures.jpeg, page]), 'image/jpeg')).toBe(200);
    expect(lastKept().includes('script')).toBe(false);
    await expectOneForm(lastKept());
  });

  it('that moves keeps its first frame', async () => {
    const frames = await sharp([pictures.png, pictures.jpeg], { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(frames, { animated: true }).metadata()).pages).toBe(2);
    expect(await upload(frames, 'image/gif')).toBe(200);
    await expectOneForm(lastKept());
  });

  it.each<[string, () => Buffer, string, number]>([
    ['of another type than it says', () => pictures.png, 'image/jpeg', 400],
    ['of vectors', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 400],
    ['of vectors that says PNG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 400],
    ['that is a page', () => Buffer.from('<html>'), 'text/html', 400],
    ['of 65,535 pixels an edge', () => png(65_535, 65_535), 'image/png', 400],
    ['of 65,535 pixels in one line', () => png(65_535, 1), 'image/png', 400],
    ['cut in its middle', () => pictures.jpeg.subarray(0, pictures.jpeg.length / 2), 'image/jpeg', 400],
    ['of which the beginning alone is there', () => pictures.png.subarray(0, 8), 'image/png', 400],
    ['that is nothing', () => Buffer.alloc(0), 'image/png', 400],
    ['that is too large', () => Buffer.concat([pictures.png, Buffer.alloc(2_200_000)]), 'image/png', 413],
  ])('%s is refused', async (_, image, type, status) => {
    const before = kept.length;
    expect(await upload(image(), type)).toBe(status);
    expect(kept.length).toBe(before);
  });

  it('is sent by people alone', async () => {
    expect(await upload(pictures.png, 'image/png', gateway.iam.admit(contextWith()))).toBe(403);
    expect(await upload(pictures.png, 'image/png', 'sw_nobody_nothing')).toBe(401);
  });
});

it('two hundred mutated pictures leave the server as it was, and whatever comes out is in the one form', async () => {
  const formats = Object.keys(pictures) as (keyof typeof pictures)[];
  const before = process.memoryUsage().rss;
  const first = kept.length;
  const statuses = new Map<number, number>();
  for (let round = 0; round < 100; round++) {
    const pair = [round * 2, round * 2 + 1].map((seed) => {
      const format = formats[seed % formats.length];
      return upload(mutated(pictures[format!], seed), `image/${format}`);
    });
    for (const status of await Promise.all(pair)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 400)).toEqual([]);
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(200);
  for (const { image_base64: image } of kept.slice(first)) await expectOneForm(Buffer.from(image, 'base64'));
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH_BYTES);
  expect(await upload(pictures.png, 'image/png')).toBe(200);
});

describe('what is served', () => {
  const path = '/api/v1/public/avatars/00000000-0000-7000-8000-000000000001';

  it('has the same headers whatever was sent', async () => {
    await gateway.answer('svc.iam.avatars.read', { image_base64: pictures.webp.toString('base64') });
    const { headers, status } = await gateway.fetch(`${path}/abc-DEF_123`);
    const names = [
      'content-type',
      'content-disposition',
      'x-content-type-options',
      'content-security-policy',
      'cross-origin-resource-policy',
      'cache-control',
    ];
    expect([status, ...names.map((name) => headers.get(name))]).toEqual([
      200,
      'image/webp',
      'inline; filename="avatar.webp"',
      'nosniff',
      "default-src 'none'; sandbox",
      'cross-origin',
      'public, max-age=31536000, immutable',
    ]);
  });

  it.each<[string, number]>([
    ['a.webp', 404],
    ['..%2F..%2Fsecret', 404],
    ['a%00b', 400],
    ['a%0d%0aX-Evil:%201', 404],
    ['a'.repeat(65), 404],
  ])('under the name %s is nothing', async (name, status) => {
    expect((await gateway.fetch(`${path}/${name}`)).status).toBe(status);
    expect((await gateway.fetch(`/api/v1/public/avatars/${name}/abc`)).status).toBe(status);
  });
});

/** A PNG whose header says what it likes. */
function png(width: number, height: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const line = deflateSync(Buffer.alloc(1 + Math.min(width, 70_000)));
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', line), chunk('IEND', Buffer.alloc(0))]);
}

/** One of: bytes changed, cut, a part doubled, filled with noise behind the header. */
function mutated(image: Buffer, seed: number): Buffer {
  let state = seed + 1;
  const next = (below: number) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + 0x9e37_79b9;
    return (state >>> 0) % below;
  };
  const copy = Buffer.from(image);
  switch (seed % 5) {
    case 0:
      for (let change = 0; change < 4; change++) copy[12 + next(copy.length - 12)] = next(256);
      return copy;
    case 1:
      return copy.subarray(0, 12 + next(copy.length - 12));
    case 2:
      return Buffer.concat([copy, copy.subarray(next(copy.length))]);
    case 3:
      return copy.fill(next(256), 20 + next(100), copy.length - next(40));
    default:
      copy[12 + next(40)]! ^= 0xff;
      return copy;
  }
}

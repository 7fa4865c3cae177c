/**
 * A process of its own for pictures, which come as messages, one at a time: what a hostile file may do, it does here.
 * Answers the re-encoded picture, or `undefined` for what cannot be made one.
 */
import sharp from 'sharp';
import { AVATAR_PIXELS } from '@spanwise/contracts/iam/avatars';
import { MAX_EDGE_PIXELS, MAX_ENCODED_BYTES, MAX_INPUT_PIXELS } from './avatar-limits.js';

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`);
const QUALITY = 82;

sharp.cache(false);
sharp.concurrency(1);
// Of the many formats that the library reads, none but these: no vectors, no documents, no delegates.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

async function encoded(input: Buffer): Promise<Buffer | undefined> {
  const { width, height } = await sharp(input, { limitInputPixels: MAX_INPUT_PIXELS }).metadata();
  if (Math.max(width, height) > MAX_EDGE_PIXELS) return undefined;
  const options = { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', animated: false } as const;
  const image = await sharp(input, options)
    .autoOrient()
    .resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover' })
    .webp({ quality: QUALITY })
    .toBuffer();
  return image.length > MAX_ENCODED_BYTES ? undefined : image;
}

process.on('message', (input: Uint8Array) => {
  void encoded(Buffer.from(input)).then(
    (image) => process.send!({ image }),
    () => process.send!({ image: undefined }),
  );
});

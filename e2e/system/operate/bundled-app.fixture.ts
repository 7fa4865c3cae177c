/** A browser program as a bundler builds it, and what it throws. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { build } from 'vite';

const CART = `export interface Item {
  price?: { amount: number };
}

class Cart {
  private readonly items: Item[] = [];

  add(item: Item): this {
    this.items.push(item);
    return this;
  }

  total(): number {
    return this.items.reduce((sum, item) => sum + amountOf(item), 0);
  }
}

function amountOf(item: Item): number {
  if (item.price === undefined) throw new TypeError('an item has no price');
  return item.price.amount;
}

export function checkout(items: Item[]): number {
  const cart = new Cart();
  for (const item of items) cart.add(item);
  return cart.total();
}
`;
const MAIN = `import { banner } from './banner';
import { checkout } from './shop/cart';

(globalThis as Record<string, unknown>).run = () => {
  (globalThis as Record<string, unknown>).banner = banner('shop', 3);
  return checkout([{ price: { amount: 4 } }, {}]);
};
`;

export interface BundledApp {
  /** Name of the generated file, with the bundler's hash. */
  file: string;
  map: Buffer;
  /** Of the exception that the program throws, as the engine prints it. */
  stacktrace: string;
}

/** The same program with another neighbour in the bundle: other hashes, other lines, other minified names. */
export async function bundledApp(banner: string): Promise<BundledApp> {
  const root = await mkdtemp(join(tmpdir(), 'spanwise-bundle-'));
  try {
    await writeFile(join(root, 'main.ts'), MAIN);
    await writeFile(join(root, 'banner.ts'), banner);
    await build({
      root: await withCart(root),
      configFile: false,
      logLevel: 'silent',
      build: {
        sourcemap: 'hidden',
        minify: true,
        modulePreload: false,
        rolldownOptions: {
          input: join(root, 'main.ts'),
          output: { format: 'iife', entryFileNames: 'assets/main-[hash].js' },
        },
      },
    });
    const folder = join(root, 'dist', 'assets');
    const file = (await readdir(folder)).find((name) => name.endsWith('.js'))!;
    const code = await readFile(join(folder, file), 'utf8');
    const map = await readFile(join(folder, `${file}.map`));
    return { file: `assets/${file}`, map, stacktrace: thrownBy(code, `https://shop.example/assets/${file}`) };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function withCart(root: string): Promise<string> {
  await mkdir(join(root, 'shop'));
  await writeFile(join(root, 'shop', 'cart.ts'), CART);
  return root;
}

function thrownBy(code: string, address: string): string {
  const context = vm.createContext({});
  vm.runInContext(code, context, { filename: address });
  try {
    vm.runInContext('run()', context, { filename: 'https://shop.example/index.html' });
  } catch (error) {
    const lines = (error as Error).stack!.split('\n');
    return lines
      .slice(lines.findIndex((line) => line.startsWith('TypeError')))
      .filter((line) => !/node:|fixture/.test(line))
      .join('\n');
  }
  throw new Error('the program has not failed');
}

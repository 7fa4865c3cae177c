/** A process of its own for maps that are uploaded, one at a time: what a hostile one may do, it does here. */
import { compileMap, UnusableMap, type CompiledMap } from './compile-map.js';

export type Compiled = CompiledMap | { reason: string };

function compiled(bytes: Uint8Array): Compiled {
  try {
    return compileMap(bytes);
  } catch (error) {
    return { reason: error instanceof UnusableMap ? error.message : 'it cannot be read' };
  }
}

process.on('message', (bytes: Uint8Array) => void process.send!(compiled(bytes)));

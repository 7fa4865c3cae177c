/** Loaded before a proof (`node --import`). */
import { exitCodeOf } from './outcome.js';

process.on('uncaughtException', (error) => {
  console.error(error);
  process.exit(exitCodeOf(error));
});

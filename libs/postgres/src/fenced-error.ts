/** Another writer has committed since this one loaded its position: what it holds in memory must be loaded again. */
export class FencedError extends Error {
  constructor() {
    super('another writer has moved the position');
  }
}

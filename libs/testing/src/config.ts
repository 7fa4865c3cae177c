/** Where tests find their servers; `npm test` starts them and sets these. */
export function testServers(environment = process.env): { databaseUrl: string; natsUrl: string } {
  const databaseUrl = environment.SPANWISE_TEST_DATABASE_URL;
  const natsUrl = environment.SPANWISE_TEST_NATS_URL;
  if (databaseUrl === undefined || natsUrl === undefined) {
    throw new Error('start tests with `npm test`: it runs the PostgreSQL and NATS servers that they need');
  }
  return { databaseUrl, natsUrl };
}

export function natsServerBinary(environment = process.env): string {
  const binary = environment.SPANWISE_NATS_SERVER_BIN;
  if (binary === undefined) throw new Error('start tests with `npm test`: it names the NATS server that they run');
  return binary;
}

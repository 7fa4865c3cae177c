/** Where tests find their servers; `npm test` starts them and sets these. */
export function testDatabaseUrl(environment = process.env): string {
  const databaseUrl = environment.SPANWISE_TEST_DATABASE_URL;
  if (databaseUrl === undefined) throw new Error('start tests with `npm test`: it runs the PostgreSQL that they need');
  return databaseUrl;
}

export function natsServerBinary(environment = process.env): string {
  const binary = environment.SPANWISE_NATS_SERVER_BIN;
  if (binary === undefined) throw new Error('start tests with `npm test`: it names the NATS server that they run');
  return binary;
}

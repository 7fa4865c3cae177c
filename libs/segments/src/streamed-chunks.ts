/** The rows of a statement piece by piece, with an end that is proven. */
import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';

/** What the binding says of a result that has failed (`ResultType.INVALID`). */
const FAILED = 0;

/**
 * `fetchChunk` answers the same at the end and at an error, so that behind the last chunk the result is asked whether it
 * failed; then the engine's own error is thrown. `stopped` says that a caller has interrupted the connection.
 */
export async function* streamedChunks(
  connection: DuckDBConnection,
  statement: string,
  stopped: () => boolean = () => false,
): AsyncGenerator<DuckDBDataChunk> {
  const result = await connection.stream(statement);
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    yield chunk;
  }
  if (!hasFailed(result)) return;
  if (stopped()) throw new Error('INTERRUPT Error: Interrupted!');
  throw await causeOf(connection, statement);
}

const hasFailed = ({ returnType }: DuckDBResult): boolean => Number(returnType) === FAILED;

/**
 * The binding keeps the error of a streamed result to itself, and throws that of one that it reads whole: so the statement
 * is run again, with one row as its answer that rests on every value.
 */
async function causeOf(connection: DuckDBConnection, statement: string): Promise<Error> {
  try {
    await connection.run(`select bit_xor(hash(t)) from (${statement}) t`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  return new Error('The statement failed on its way, and not when it was run again.');
}

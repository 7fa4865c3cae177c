import type { OtlpGrpcServer } from './otlp-grpc.js';

export interface GrpcPort {
  host: string;
  /** Of `SPANWISE_OTLP_GRPC_PORT`; undefined when it is not set, 0 for no gRPC at all. */
  otlpGrpcPort: number | undefined;
  /** Taken when no port was given, where that is possible. */
  otlpGrpcUsualPort: number;
}

/** Faults of a port; one of the address would be met on any port. */
const UNUSABLE = new Set(['EADDRINUSE', 'EACCES']);

/**
 * Lets the server listen and returns its port. The usual port may be taken: then it is another free one. A port that was
 * given is meant: where it cannot be had the error names it.
 */
export async function listenForGrpc(
  server: OtlpGrpcServer,
  { host, otlpGrpcPort: given, otlpGrpcUsualPort: usual }: GrpcPort,
): Promise<number> {
  try {
    return await server.listen(host, given ?? usual);
  } catch (error) {
    if (!UNUSABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    if (given === undefined) return server.listen(host, 0);
    throw new Error(
      `Port ${given} of SPANWISE_OTLP_GRPC_PORT is taken or not allowed. Choose another, or 0 for none.`,
      {
        cause: error,
      },
    );
  }
}

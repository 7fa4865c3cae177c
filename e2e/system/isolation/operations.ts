/** Every operation of the API description, as the matrix calls it. */

export interface Operation {
  method: string;
  /** With `{parameters}`. */
  path: string;
  /** Permission per scope; undefined for a public route, empty for any valid credential. */
  permissions: { organization?: string; system?: string } | undefined;
  /** Kind of the single resources on which the permission may be held instead. */
  heldOn?: string;
  /** Names of the parameters of its query string, and those of them that it needs. */
  query: string[];
  required: string[];
  /** A body that the description gives as an example. */
  body?: object;
  /** Every status that the description gives it. */
  statuses: number[];
}

interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
}

interface DescribedOperation {
  security?: unknown[];
  'x-permissions'?: Operation['permissions'];
  'x-held-on'?: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { example?: object }> };
  responses: Record<string, unknown>;
}

export async function readOperations(baseUrl: string): Promise<Operation[]> {
  const { paths } = (await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json()) as Description;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      permissions: operation['x-permissions'],
      ...(operation['x-held-on'] && { heldOn: operation['x-held-on'] }),
      query: namesInQuery(operation, false),
      required: namesInQuery(operation, true),
      body: operation.requestBody?.content['application/json']?.example,
      statuses: Object.keys(operation.responses).map(Number),
    })),
  );
}

const namesInQuery = ({ parameters = [] }: DescribedOperation, required: boolean): string[] =>
  parameters.filter((one) => one.in === 'query' && (!required || one.required === true)).map(({ name }) => name);

export const parametersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

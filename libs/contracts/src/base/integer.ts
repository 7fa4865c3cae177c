/** A whole number; TypeScript has no type of its own for it, and the API description tells them apart. */
export type Integer = number;

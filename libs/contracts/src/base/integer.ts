/** A whole number; TypeScript has no type of its own for it, and the API description distinguishes them. */
export type Integer = number;

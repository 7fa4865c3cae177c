/** Stack traces as every runtime's parser gives them. */

export type Runtime =
  'java' | 'javascript' | 'python' | 'go' | 'dotnet' | 'ruby' | 'php' | 'rust' | 'dart' | 'lua' | 'elixir' | 'swift';

export interface StackFrame {
  /** Without addresses and generated numbers; qualified by package and class where the runtime prints them so. */
  function: string;
  /** Without machine, directory of deployment, version and build hash; `''` where the runtime prints none. */
  file: string;
  line?: number;
  /** False for code of the runtime and of known libraries. */
  inApp: boolean;
  /** What identifies a group of algorithm g2: never a line, a column or an address. */
  key: string;
  /** The file as printed, where a group is identified by it; absent where the function's name says all. */
  path?: string;
}

/** One exception of a chain of causes. */
export interface StackException {
  /** `''` where the text does not say. */
  type: string;
  /** The innermost call first. */
  frames: StackFrame[];
}

export interface StackParser {
  readonly runtime: Runtime;
  /** Whether this runtime prints a frame like this line; `line` has at most `MAX_LINE_CHARS` characters. */
  isFrame(line: string): boolean;
  /** The exceptions of the text, outermost first, then what caused each. */
  read(lines: readonly string[]): StackException[];
}

/** A longer line is no frame. */
export const MAX_LINE_CHARS = 1_024;

/** `key` of runtimes whose function names are not qualified. */
export const fileAndFunction = (file: string, name: string): string =>
  file === '' ? name : name === '' ? file : `${file} ${name}`;

export const lineNumber = (digits: string | undefined): { line?: number } =>
  digits === undefined || digits.length > 9 ? {} : { line: Number(digits) };

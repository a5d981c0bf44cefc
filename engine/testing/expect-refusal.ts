import { AssertionError } from 'node:assert';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { ErrorDetail } from '../errors/index.ts';

/** What a refusal says. */
export interface Refusal {
  /** The code of the plugin's error, or of the catalogue. */
  readonly code: string;
  /** The text that the requester reads. */
  readonly message: string;
  /** Problems of single fields. */
  readonly details: readonly Partial<ErrorDetail>[];
}

/** What a refusal is expected to say; absent parts are not compared. */
export interface ExpectedRefusal {
  readonly code: string;
  /** The whole text, or a pattern that it matches. */
  readonly message?: string | RegExp;
  /** One object for each problem, in order: the properties given here are equal, others are not compared. */
  readonly details?: readonly Partial<ErrorDetail>[];
}

/** Most characters of a value in a message. */
const MAX_SHOWN = 500;

/**
 * Asserts that an attempt is refused, and returns the refusal. `attempt` is a promise, or a function that may return one; what counts as a
 * refusal is an error with a code, a response of the API with an error status, and the result of an operation on many records that saved none
 * of them. Works in any test runner.
 *
 * @throws AssertionError when nothing is refused, when the code, message or details differ, and when the attempt fails otherwise (`cause` is
 * then its error)
 */
export async function expectRefusal(attempt: PromiseLike<unknown> | (() => unknown), expected: string | ExpectedRefusal): Promise<Refusal> {
  const wanted = typeof expected === 'string' ? { code: expected } : expected;
  const refusal = await findRefusal(attempt, wanted.code);
  if (refusal.code !== wanted.code)
    throw fail(
      `Expected the refusal '${wanted.code}', but it was refused with ${describe(refusal)}`,
      refusal.code,
      wanted.code,
      refusal.cause,
    );
  const { message, details } = wanted;
  if (message !== undefined && !(typeof message === 'string' ? message === refusal.message : message.test(refusal.message)))
    throw fail(`The refusal '${wanted.code}' has another message: ${refusal.message}`, refusal.message, message, refusal.cause);
  if (details !== undefined && !areDetails(refusal.details, details))
    throw fail(`The refusal '${wanted.code}' has other details: ${show(refusal.details)}`, refusal.details, details, refusal.cause);
  return { code: refusal.code, message: refusal.message, details: refusal.details };
}

type FoundRefusal = Refusal & { readonly cause?: unknown };

async function findRefusal(attempt: PromiseLike<unknown> | (() => unknown), code: string): Promise<FoundRefusal> {
  let result: unknown;
  try {
    result = await (typeof attempt === 'function' ? attempt() : attempt);
  } catch (error) {
    const refusal = readError(error);
    if (refusal !== undefined) return refusal;
    throw fail(`Expected the refusal '${code}', but it failed: ${String(error)}`, error, code, error);
  }
  const refusal = readResponse(result) ?? readBulkResult(result);
  if (refusal !== undefined) return refusal;
  throw fail(`Expected the refusal '${code}', but nothing was refused. The result is ${show(result)}`, result, code);
}

/** A thrown error of the product: it may be of another copy of the error class. */
function readError(error: unknown): FoundRefusal | undefined {
  if (!(error instanceof Error) || error.name !== 'MusterError') return undefined;
  const { code, details } = error as Error & { readonly code?: unknown; readonly details?: unknown };
  return { code: String(code), message: error.message, details: readDetails(details), cause: error };
}

/** A response of the API: `{ error, code, details }`. */
function readResponse(result: unknown): FoundRefusal | undefined {
  if (!isObject(result) || typeof result['status'] !== 'number' || result['status'] < 400 || !isObject(result['body'])) return undefined;
  return readBody(result['body']);
}

/** The result of an operation on many records: `{ done, refused }`. */
function readBulkResult(result: unknown): FoundRefusal | undefined {
  if (!isObject(result) || !Array.isArray(result['done']) || !Array.isArray(result['refused'])) return undefined;
  const first: unknown = result['refused'][0];
  return result['done'].length === 0 && isObject(first) ? readBody(first) : undefined;
}

function readBody({ code, error, details }: { readonly [name: string]: unknown }): FoundRefusal {
  return { code: String(code), message: String(error), details: readDetails(details) };
}

function readDetails(details: unknown): readonly Partial<ErrorDetail>[] {
  return Array.isArray(details) ? details.filter(isObject) : [];
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

function areDetails(actual: Refusal['details'], expected: Refusal['details']): boolean {
  return (
    actual.length === expected.length &&
    expected.every((one, index) => Object.entries(one).every(([name, value]) => isDeepStrictEqual(actual[index]?.[name], value)))
  );
}

/** '`code`: text', with its details and, for an unexpected error of a plugin, what the plugin said. */
function describe({ code, message, details, cause }: FoundRefusal): string {
  const lines = details.map((one) => `\n  ${one.field ?? ''}: ${one.message ?? show(one)}`);
  const inner = cause instanceof Error && cause.cause instanceof Error ? `\n  Cause: ${String(cause.cause)}` : '';
  return `'${code}': ${message}${lines.join('')}${inner}`;
}

function show(value: unknown): string {
  const text = inspect(value, { depth: 4, breakLength: 120 });
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function fail(message: string, actual: unknown, expected: unknown, cause?: unknown): AssertionError {
  const error = new AssertionError({ message, actual, expected, operator: 'expectRefusal' });
  return cause === undefined ? error : Object.assign(error, { cause });
}

import { MusterError } from '../errors/index.ts';
import type { RecordOperations } from '../records/index.ts';
import { type FieldCheck, checkReads, checkWrites } from './declared-fields.ts';
import { trackErrorOwner, type HandlerRef } from './uncaught-errors.ts';

/** Record operations that a handler can use until its deadline. */
export interface RevocableRecords {
  readonly records: RecordOperations;
  /** From now on every method throws `plugin_timeout`, even if the handler still has a reference to it. */
  readonly revoke: () => void;
}

/** Methods that save records. Their second input contains the chain of hooks that led to them. */
const SAVE_METHODS: ReadonlySet<string | symbol> = new Set<keyof RecordOperations>([
  'create',
  'update',
  'updateMany',
  'createMany',
  'saveMany',
  'markDeleted',
  'restore',
  'deleteForever',
  'merge',
]);

/** The checks of a handler's method calls. */
interface MethodChecks {
  /** The hooks that led to the handler, itself last; absent: it is not a hook. */
  readonly chain?: readonly string[];
  /** Checks the fields that it saves. */
  readonly check: FieldCheck | undefined;
  /** Also checks the fields that it filters by and reads. */
  readonly checksReads?: boolean;
}

/** The record operations for one run of a plugin's handler. Routes have no field checks, because their fields come from the request. */
export function createRevocableRecords(records: RecordOperations, owner: HandlerRef, checks?: MethodChecks): RevocableRecords {
  const { plugin } = owner;
  let isOver = false;
  const refusal = (): MusterError | undefined =>
    isOver ? new MusterError('plugin_timeout', { values: { plugin }, data: { plugin } }) : undefined;
  return { records: guardMethods(records, { refusal, checks, owner }), revoke: () => void (isOver = true) };
}

type Method = (...inputs: readonly unknown[]) => unknown;

/** How the methods of a service are guarded. */
export interface MethodGuard {
  readonly refusal: () => MusterError | undefined;
  readonly checks: MethodChecks | undefined;
  readonly owner: HandlerRef;
}

/** A service whose methods are rejected by the guard, and whose errors belong to its owner. */
export function guardMethods<Service extends object>(service: Service, guard: MethodGuard): Service {
  return new Proxy(service, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === 'object' && member !== null) return guardMethods(member, guard);
      return typeof member === 'function' ? guardMethod(member as Method, name, guard) : member;
    },
  });
}

/** Methods return promises, so a refusal is a rejection; the streams throw synchronously. */
function guardMethod(method: Method, name: string | symbol, { refusal, checks, owner }: MethodGuard): Method {
  return (...inputs) => {
    const error = refusal();
    if (error === undefined)
      return trackIfPromise(checks === undefined ? method(...inputs) : callChecked(method, name, { inputs, checks }), owner);
    if (name === 'stream' || name === 'streamEmailUses') throw error;
    return trackErrorOwner(Promise.reject(error), owner);
  };
}

function trackIfPromise(result: unknown, owner: HandlerRef): unknown {
  return result instanceof Promise ? trackErrorOwner(result, owner) : result;
}

function callChecked(
  method: Method,
  name: string | symbol,
  { inputs, checks }: { readonly inputs: readonly unknown[]; readonly checks: MethodChecks },
): unknown {
  if (SAVE_METHODS.has(name)) return saveChecked(method, inputs, checks);
  const { check, checksReads = false } = checks;
  if (check !== undefined && checksReads) checkReads(inputs[1], check);
  return method(...inputs);
}

async function saveChecked(method: Method, [actor, given]: readonly unknown[], { chain, check }: MethodChecks): Promise<unknown> {
  const input = given as { readonly module?: string; readonly fields?: object; readonly records?: readonly object[] };
  if (check !== undefined)
    for (const fields of [input.fields ?? {}, ...(input.records ?? [])]) checkWrites(input.module ?? '', fields, check);
  return method(actor, chain === undefined ? input : { ...input, chain });
}

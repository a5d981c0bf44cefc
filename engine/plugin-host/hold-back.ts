import { MusterError } from '../errors/index.ts';
import type { RecordOperations } from '../records/index.ts';
import type { FieldCheck } from './declared-fields.ts';
import { noteOwner, type Owner } from './strays.ts';
import { checkAsked, checkWritten } from './watch-fields.ts';

/** What a handler holds until its time is over. */
export interface HeldRecords {
  readonly records: RecordOperations;
  /** From now on every call is refused with `plugin_timeout`, whatever the handler kept of them. */
  readonly revoke: () => void;
}

/** Calls that save records. Their second input tells what led to them. */
const SAVES: ReadonlySet<string | symbol> = new Set<keyof RecordOperations>(['create', 'update', 'updateMany', 'createMany', 'markDeleted', 'restore', 'deleteForever', 'merge']);

/** What the calls of a handler are held to. */
interface HeldCalls {
  /** The hooks that led to it, itself last; absent: it is none. */
  readonly chain?: readonly string[];
  /** Looks at the fields that it saves. */
  readonly check: FieldCheck | undefined;
  /** Looks at those that it searches by and asks for too. */
  readonly checksReads?: boolean;
}

/** The record operations for one run of a handler of a plugin. What a route asks for and saves is what its caller sent: it is not held to fields. */
export function holdRecords(records: RecordOperations, owner: Owner, held?: HeldCalls): HeldRecords {
  const { plugin } = owner;
  let isOver = false;
  const refusal = (): MusterError | undefined => (isOver ? new MusterError('plugin_timeout', { values: { plugin }, data: { plugin } }) : undefined);
  return { records: guardCalls(records, { refusal, held, owner }), revoke: () => void (isOver = true) };
}

type Call = (...inputs: readonly unknown[]) => unknown;

interface CallGuard {
  readonly refusal: () => MusterError | undefined;
  readonly held: HeldCalls | undefined;
  readonly owner: Owner;
}

function guardCalls<Service extends object>(service: Service, guard: CallGuard): Service {
  return new Proxy(service, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === 'object' && member !== null) return guardCalls(member, guard);
      return typeof member === 'function' ? guardCall(member as Call, name, guard) : member;
    },
  });
}

/** Calls answer promises, so a refusal is a rejection; a stream is refused where it is asked for. */
function guardCall(call: Call, name: string | symbol, { refusal, held, owner }: CallGuard): Call {
  return (...inputs) => {
    const error = refusal();
    if (error === undefined) return noteIfPromise(held === undefined ? call(...inputs) : callHeld(call, name, { inputs, held }), owner);
    if (name === 'stream') throw error;
    return noteOwner(Promise.reject(error), owner);
  };
}

function noteIfPromise(answer: unknown, owner: Owner): unknown {
  return answer instanceof Promise ? noteOwner(answer, owner) : answer;
}

function callHeld(call: Call, name: string | symbol, { inputs, held }: { readonly inputs: readonly unknown[]; readonly held: HeldCalls }): unknown {
  if (SAVES.has(name)) return saveHeld(call, inputs, held);
  const { check, checksReads = false } = held;
  if (check !== undefined && checksReads) checkAsked(inputs[1], check);
  return call(...inputs);
}

async function saveHeld(call: Call, [actor, given]: readonly unknown[], { chain, check }: HeldCalls): Promise<unknown> {
  const input = given as { readonly module?: string; readonly fields?: object; readonly records?: readonly object[] };
  if (check !== undefined) for (const fields of [input.fields ?? {}, ...(input.records ?? [])]) checkWritten(input.module ?? '', fields, check);
  return call(actor, chain === undefined ? input : { ...input, chain });
}

import type { Actor } from '../access/index.ts';
import type { RecordOperations, ResultSource, SourceCollector } from '../records/index.ts';

type Method = (...inputs: readonly unknown[]) => unknown;

/**
 * Record operations that collect the records that they return to an actor who is not the product, so that a stored response can be limited
 * to those who may still see them.
 */
export function collectSources(records: RecordOperations, collect: SourceCollector): RecordOperations {
  return new Proxy(records, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? collectResults(member as Method, collect) : member;
    },
  });
}

function collectResults(method: Method, collect: SourceCollector): Method {
  return (...inputs) => {
    const [actor, input] = inputs as readonly [Actor | undefined, { readonly module?: unknown } | undefined];
    const result = method(...inputs);
    if (actor?.kind === 'system' || !(result instanceof Promise)) return result;
    return result.then((value: unknown) => {
      collect(listSources(value, input?.module, actor?.userId));
      return value;
    });
  };
}

/** The records of a result: itself, its `record`, or its `data`. */
function listSources(result: unknown, module: unknown, userId: string | undefined): readonly ResultSource[] {
  const { module: named = module, record, data } = asObject(result);
  if (typeof named !== 'string') return [];
  const records = Array.isArray(data) ? (data as readonly unknown[]) : [record ?? result];
  return records.flatMap((one) => {
    const { _id, _version, assigned_to: owner, ...fields } = asObject(one);
    // A save that made the record invisible returns nothing else.
    const isVisible = Object.keys(fields).length > 0 || owner !== undefined;
    if (typeof _id !== 'string' || !isVisible) return [];
    const ownerId = typeof owner === 'string' ? owner : asObject(owner)['_id'];
    return [{ module: named, id: _id, isOwn: userId !== undefined && ownerId === userId }];
  });
}

function asObject(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? (value as { readonly [name: string]: unknown }) : {};
}

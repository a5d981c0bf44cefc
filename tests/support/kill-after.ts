import type { StorePort, UnitOfWork } from '../../engine/ports/index.ts';

/** For tests: a store whose process ends after a number of commits: nothing is written any more. */
export function killAfter(store: StorePort, commits: number): StorePort {
  let left = commits;
  const commit = async (unit: UnitOfWork) => {
    if (left === 0) throw new Error('killed');
    left -= 1;
    return store.commit(unit);
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'commit') return commit;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

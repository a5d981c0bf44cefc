import type { AccessScope } from '../access/index.ts';
import { createNameResolver, type NameAlias } from '../registry/index.ts';
import type { JsonValue } from '#engine/model/values';
import type { LiveTarget } from '#engine/model/wire';

/** The target of a subscription. */
export type RecordTarget = Exclude<LiveTarget, { readonly kind: 'shell' | 'notifications' }>;

/** A target with the current names of modules, fields and relations; `use` is called for each alias that it uses. */
export function resolveTarget({ snapshot }: AccessScope, to: RecordTarget, use?: (alias: NameAlias) => void): RecordTarget {
  if (snapshot.aliases.all.length === 0) return to;
  const resolver = createNameResolver(snapshot, use);
  const name = resolver.module(to.module);
  const module = snapshot.module(name);
  if (module === undefined) return to;
  switch (to.kind) {
    case 'list':
      return to.filter === undefined
        ? { ...to, module: name }
        : { ...to, module: name, filter: resolver.filter(module, to.filter as JsonValue) };
    case 'record':
      return { ...to, module: name };
    case 'related':
      return { ...to, module: name, relation: resolver.field(module, to.relation) };
  }
}

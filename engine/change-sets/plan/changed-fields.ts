import type { PublishReview } from '../../registry/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';

/** A field of an existing module that a change adds or changes. */
export interface ChangedField {
  /** The module before the change. */
  readonly module: CompiledModule;
  /** The module after the change. */
  readonly now: CompiledModule;
  /** undefined: it is new. */
  readonly before: CompiledField | undefined;
  readonly after: CompiledField;
}

/** The fields of existing modules that are new or differ. */
export function listChangedFields({ before, after }: PublishReview): readonly ChangedField[] {
  const known = new Map([...before.modules.values()].map((module) => [module.id, module]));
  return [...after.modules.values()].flatMap((now) => {
    const module = known.get(now.id);
    if (module === undefined || module === now) return [];
    return [...now.fields.values()].flatMap((field): readonly ChangedField[] => {
      const old = module.fieldsById.get(field.id);
      return old?.definition === field.definition ? [] : [{ module, now, before: old, after: field }];
    });
  });
}

export type { CompiledField, CompiledModule, CompiledRelation, ModuleCatalog } from './compiled.ts';
export type { CollectionSchema, IndexSchema, Key, KeyKind, KeySchema, KeyValue, RecordKeys } from './keys.ts';

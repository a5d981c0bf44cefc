export type { CompiledField, CompiledModule, CompiledRelation, ModuleCatalog } from './compiled.ts';
export type { CollectionShape, IndexShape, Key, KeyKind, KeyShape, KeyValue, RecordKeys } from './keys.ts';

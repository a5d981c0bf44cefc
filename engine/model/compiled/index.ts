export type { CompiledField, CompiledModule, CompiledRelation, LayoutFinder, ModuleCatalog } from './compiled.ts';
export type { CollectionShape, IndexShape, Key, KeyKind, KeyShape, KeyValue, RecordKeys } from './keys.ts';

export * from './collection-schema.ts';
export * from './compiled-module.ts';
export * from './nested-columns.ts';

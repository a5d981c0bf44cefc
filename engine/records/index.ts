export type * from './contract.ts';
export type * from './hooks.ts';

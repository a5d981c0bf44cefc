export * from './values/index.ts';
export * from './widgets/index.ts';

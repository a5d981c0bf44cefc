export { createGridFsFiles, type GridFsOptions } from './create-grid-fs-files.ts';

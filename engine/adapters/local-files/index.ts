export { createLocalFiles, type LocalFilesOptions } from './create-local-files.ts';

export { createLocalFiles, getLocalFilePath, type LocalFilesOptions } from './create-local-files.ts';

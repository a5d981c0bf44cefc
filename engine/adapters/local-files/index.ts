export { createLocalFiles, getLocalFilePath, syncFolder, type LocalFilesOptions } from './create-local-files.ts';

import path from 'node:path';
import { createLocalFiles } from '../adapters/local-files/index.ts';
import type { FilesPort } from '../ports/index.ts';
import type { Configuration } from './configuration.ts';

/**
 * Opens the storage of file contents: in MongoDB when the records are there, so that every node can serve them, else in
 * the data folder.
 */
export async function openFiles({ mongodbUrl, dataFolder }: Pick<Configuration, 'mongodbUrl' | 'dataFolder'>): Promise<FilesPort> {
  if (mongodbUrl === undefined) return createLocalFiles({ folder: path.join(dataFolder, 'files') });
  const { createGridFsFiles } = await import('../adapters/gridfs/index.ts');
  return createGridFsFiles({ url: mongodbUrl });
}

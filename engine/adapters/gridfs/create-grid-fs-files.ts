import { pipeline } from 'node:stream/promises';
import { GridFSBucket, MongoClient, type Db, type ObjectId } from 'mongodb';
import type { FilesPort } from '../../ports/index.ts';
import { MusterError } from '../../errors/index.ts';
import { translateMongoError, withTranslatedErrors } from './translate-mongo-error.ts';

export interface GridFsOptions {
  /** `mongodb://` or `mongodb+srv://` address, the same as the store's. */
  readonly url: string;
  /** Default: the one in the address, else `muster`. */
  readonly databaseName?: string;
}

const BUCKET = 'muster_files';
const NAMED_IN_URL = /^mongodb(?:\+srv)?:\/\/[^/]+\/[^?]+/;

/** Stores files in MongoDB like the records, so that any node can serve them. A file is visible when its last chunk is written. */
export async function createGridFsFiles({ url, databaseName }: GridFsOptions): Promise<FilesPort> {
  const client = new MongoClient(url, {
    appName: 'muster-files',
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: 10_000 },
    readPreference: 'primary',
    serverSelectionTimeoutMS: 4_000,
    connectTimeoutMS: 4_000,
    maxPoolSize: 20,
  });
  await withTranslatedErrors(() => client.connect());
  const database = client.db(databaseName ?? (NAMED_IN_URL.test(url) ? undefined : 'muster'));
  const bucket = new GridFSBucket(database, { bucketName: BUCKET });
  const find = (id: string) =>
    withTranslatedErrors(() =>
      bucket
        .find({ _id: id as unknown as ObjectId })
        .limit(1)
        .next(),
    );
  const remove = (id: string): Promise<void> => withTranslatedErrors(() => removeFile(database, id));
  return {
    location: 'GridFS',
    remove,
    async put(id, content) {
      const upload = bucket.openUploadStreamWithId(id as unknown as ObjectId, id);
      try {
        await pipeline(content, upload);
        return { size: upload.length };
      } catch (error) {
        await remove(id).catch(() => undefined);
        throw translateMongoError(error);
      }
    },
    async open(id, range) {
      const found = await find(id);
      if (found === null) throw new MusterError('file_not_found');
      // The driver's `end` is exclusive.
      const stream = bucket.openDownloadStream(
        id as unknown as ObjectId,
        range === undefined ? {} : { start: range.start, end: Math.min(range.end + 1, found.length) },
      );
      return stream;
    },
    async stat(id) {
      const found = await find(id);
      return found === null ? undefined : { size: found.length };
    },
    freeBytes: () => withTranslatedErrors(() => freeBytes(database)),
    close: () => client.close(),
  };
}

/** Deletes the file entry first: from then on the file is not visible, even when deleting its chunks fails. */
async function removeFile(database: Db, id: string): Promise<void> {
  await database.collection<{ _id: string }>(`${BUCKET}.files`).deleteOne({ _id: id });
  await database.collection(`${BUCKET}.chunks`).deleteMany({ files_id: id });
}

/** Free space on the server's disk; a cluster of several shards does not report it. */
async function freeBytes(database: Db): Promise<number | undefined> {
  const { fsTotalSize, fsUsedSize } = (await database.command({ dbStats: 1 })) as {
    readonly fsTotalSize?: number;
    readonly fsUsedSize?: number;
  };
  return typeof fsTotalSize === 'number' && typeof fsUsedSize === 'number' ? Math.max(0, fsTotalSize - fsUsedSize) : undefined;
}

import type { JsonValue } from '#engine/model';

/** What a picture is made for. */
export type PictureUse = 'Signature' | 'Initials';

/** How a signature was made. */
export type SignatureMake = 'drawn' | 'typed' | 'uploaded';

/** A signature that the server stores. */
export interface StoredPicture {
  readonly id: string;
  readonly use: PictureUse;
  readonly kind: SignatureMake;
}

/** What the fields of a document need of the server. */
export interface FillServer {
  /** Address of the picture of a signature. */
  readonly pictureUrl: (id: string) => string;
  /** Stores a signature. @throws ApiError. */
  readonly addPicture: (use: PictureUse, kind: SignatureMake, content: string) => Promise<StoredPicture>;
  /** Stores a file of an input; returns the value of the input. @throws ApiError. */
  readonly addFile: (input: string, file: File) => Promise<JsonValue>;
}

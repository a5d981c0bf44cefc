/** What a picture is made for. */
export type PictureUse = 'Signature' | 'Initials';

/** How a signature was made. */
export type SignatureMake = 'drawn' | 'typed' | 'uploaded';

/** A signature that the server stores. */
export interface StoredPicture {
  readonly path: string;
  readonly use: PictureUse;
  /** How it was made. */
  readonly kind: string;
}

/** What the fields of a document need of the server. */
export interface FillServer {
  /** Address of the picture of a signature. */
  readonly pictureUrl: (path: string) => string;
  /** Stores a signature. @throws ApiError. */
  readonly addPicture: (use: PictureUse, kind: SignatureMake, content: string) => Promise<StoredPicture>;
  /** Stores a file of an input; returns its path, which is the value of the input. @throws ApiError. */
  readonly addFile: (input: string, file: File) => Promise<string>;
}

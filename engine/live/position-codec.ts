import type { CipherPort } from '../ports/index.ts';

/** Translates positions of the store for receivers. */
export interface PositionCodec {
  /** The position as a receiver gets it; '' stays ''. */
  encode(position: string): string;
  /** The position of the store; undefined: it was not encoded by this product, or with a key that is gone. */
  decode(encoded: string): string | undefined;
}

const CONTEXT = 'live-position';

/** Longer than a counter of SQLite, so that the length does not tell how many digits it has. */
const LENGTH = 24;

/**
 * A position of SQLite is the number of all commits, from which a receiver would learn how much others write. Receivers therefore get it
 * encrypted: any process with the same key can resume from it.
 */
export function createPositionCodec(cipher: Pick<CipherPort, 'encrypt' | 'decrypt'>): PositionCodec {
  let last = { position: '', encoded: '' };
  return {
    encode: (position) => {
      if (position !== last.position) last = { position, encoded: cipher.encrypt(position.padStart(LENGTH), CONTEXT) };
      return last.encoded;
    },
    decode: (encoded) => (encoded === '' ? '' : cipher.decrypt(encoded, CONTEXT)?.trimStart()),
  };
}

/** Tags of ASN.1. */
export const TAG = {
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  /** A tagged value with others inside: `[0]`, `[1]` … */
  tagged: 0xa0,
} as const;

/** Writes a value as DER. */
export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), writeLength(content.length), content]);
}

function writeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits]);
}

export function writeSequence(...parts: readonly Uint8Array[]): Buffer {
  return writeDer(TAG.sequence, ...parts);
}

/** A set is written in the order of its bytes. */
export function writeSet(...parts: readonly Uint8Array[]): Buffer {
  return writeDer(TAG.set, ...parts.toSorted((one, other) => Buffer.compare(one, other)));
}

/** A number from 0 to 127. */
export function writeSmallInteger(value: number): Buffer {
  return writeDer(TAG.integer, Buffer.from([value]));
}

/** An object identifier: `1.2.840.113549.1.7.2`. */
export function writeOid(oid: string): Buffer {
  const [first = 0, second = 0, ...rest] = oid.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const digits = [arc & 0x7f];
    for (let value = Math.floor(arc / 128); value > 0; value = Math.floor(value / 128)) digits.unshift((value & 0x7f) | 0x80);
    bytes.push(...digits);
  }
  return writeDer(TAG.oid, Buffer.from(bytes));
}

/** A value that was read. */
export interface DerValue {
  readonly tag: number;
  /** The value with its tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** Reads the first value of some bytes; undefined: they are not DER. */
export function readDer(bytes: Buffer): DerValue | undefined {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return undefined;
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (digits > 4 || first === 0x80 || bytes.length < 2 + digits) return undefined;
  const length = digits === 0 ? first : bytes.readUIntBE(2, digits);
  const end = 2 + digits + length;
  return end > bytes.length ? undefined : { tag, whole: bytes.subarray(0, end), content: bytes.subarray(2 + digits, end) };
}

/** Reads the values inside of a value; those after one that is not DER are left out. */
export function readParts(content: Buffer): readonly DerValue[] {
  const parts: DerValue[] = [];
  for (let rest = content; rest.length > 0; ) {
    const part = readDer(rest);
    if (part === undefined) break;
    parts.push(part);
    rest = rest.subarray(part.whole.length);
  }
  return parts;
}

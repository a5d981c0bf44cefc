/** The characters of GSM-7 that count once (3GPP TS 23.038). */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Those of its extension table, which count twice. */
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Most parts of one message. */
export const MAX_SEGMENTS = 10;

/** The size of a text message. */
export interface SmsSize {
  /** UCS-2 as soon as one character is not in GSM-7. */
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** Units of the encoding: a character of the extension table, and one outside of the basic plane such as an emoji, has two. */
  readonly units: number;
  /** Parts that it is sent in; 0 of an empty text. */
  readonly segments: number;
  /** Units that the last part can still take. */
  readonly remaining: number;
}

/** Units of a message of one part, and of each part of a longer one. */
const LIMITS = { 'GSM-7': { single: 160, part: 153 }, 'UCS-2': { single: 70, part: 67 } } as const;

/** Measures a text message: its encoding, and the parts that it is sent and charged as. A character is never divided between two parts. */
export function measureSms(text: string): SmsSize {
  const characters = [...text];
  const isGsm = characters.every((one) => BASIC.has(one) || EXTENDED.has(one));
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  const sizes = characters.map((one) => (isGsm ? (EXTENDED.has(one) ? 2 : 1) : one.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { single, part } = LIMITS[encoding];
  if (units <= single) return { encoding, units, segments: units === 0 ? 0 : 1, remaining: single - units };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, units, segments, remaining: part - used };
}

/** A text with its signature, as it is sent. */
export function joinSignature(text: string, signature: string): string {
  return signature === '' ? text : `${text}\n${signature}`.trim();
}

/** Bytes as PFP-1 hashes them: numbers with the highest byte first, hexadecimal digits, rows joined. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
export const HASH_BYTES = 32;
export const ID_BYTES = 16;
/** Stands where there is no seed, no commitment, or no log before. */
export const NOTHING: Bytes = new Uint8Array(HASH_BYTES);

export const utf8 = (text: string): Bytes => encoder.encode(text);

export function join(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number of so many bytes; throws for what does not fit. */
export function be(value: number, size = 1): Bytes {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 2 ** (8 * size)) throw new BadProof("bad_number");
  const bytes = new Uint8Array(size);
  let rest = value;
  for (let at = size - 1; at >= 0; at--) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

export const u64 = (value: number): Bytes => be(value, 8);

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes that digits stand for; throws unless they are exactly so many. */
export function unhex(value: unknown, size: number = HASH_BYTES): Bytes {
  if (typeof value !== "string" || value.length !== 2 * size || !/^[0-9a-f]*$/.test(value))
    throw new BadProof("bad_hex");
  return Uint8Array.from({ length: size }, (_, at) => Number.parseInt(value.slice(2 * at, 2 * at + 2), 16));
}

export function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Thrown for what is no value, message or published proof of the protocol at all. */
export class BadProof extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

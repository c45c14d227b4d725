/**
 * SHA-256, SHA-512 and HMAC in TypeScript: a page that came over plain http has no `crypto.subtle`, and hundreds of hashes of a few bytes
 * are made faster here than asked for one by one. The constants are the first bits behind the point of roots of primes.
 */
import { type Bytes, join, u64 } from "./bytes";

const MASK = 0xffff_ffff_ffff_ffffn;

function root(n: bigint, k: bigint): bigint {
  let low = 0n;
  let high = 1n << 80n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** k <= n) low = middle;
    else high = middle - 1n;
  }
  return low & MASK;
}

const primes: number[] = [];
for (let n = 2; primes.length < 80; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const K512 = primes.map((prime) => root(BigInt(prime) << 192n, 3n));
const H512 = primes.slice(0, 8).map((prime) => root(BigInt(prime) << 128n, 2n));
const K256 = Int32Array.from(K512.slice(0, 64), (k) => Number(k >> 32n));
const H256 = Int32Array.from(H512, (h) => Number(h >> 32n));

function padded(message: Uint8Array, block: number, length: number): DataView {
  const whole = new Uint8Array(Math.ceil((message.length + 1 + length) / block) * block);
  whole.set(message);
  whole[message.length] = 128;
  whole.set(u64(message.length * 8), whole.length - 8);
  return new DataView(whole.buffer);
}

const turn32 = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

export function sha256(message: Uint8Array): Bytes {
  const data = padded(message, 64, 8);
  const state = Int32Array.from(H256);
  const w = new Int32Array(64);
  for (let start = 0; start < data.byteLength; start += 64) {
    for (let t = 0; t < 16; t++) w[t] = data.getInt32(start + 4 * t);
    for (let t = 16; t < 64; t++) {
      const a = w[t - 15] as number;
      const b = w[t - 2] as number;
      const one = turn32(a, 7) ^ turn32(a, 18) ^ (a >>> 3);
      const two = turn32(b, 17) ^ turn32(b, 19) ^ (b >>> 10);
      w[t] = (w[t - 16] as number) + one + (w[t - 7] as number) + two;
    }
    compress256(state, w);
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, at) => {
    out.setInt32(4 * at, value);
  });
  return new Uint8Array(out.buffer);
}

function compress256(state: Int32Array, w: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    const mixed = (turn32(e, 6) ^ turn32(e, 11) ^ turn32(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + mixed + (K256[t] as number) + (w[t] as number)) | 0;
    const two = ((turn32(a, 2) ^ turn32(a, 13) ^ turn32(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, at) => {
    state[at] = (state[at] as number) + value;
  });
}

const turn64 = (x: bigint, by: bigint): bigint => ((x >> by) | (x << (64n - by))) & MASK;

export function sha512(message: Uint8Array): Bytes {
  const data = padded(message, 128, 16);
  let state = H512;
  for (let start = 0; start < data.byteLength; start += 128) {
    const w = Array.from({ length: 16 }, (_, t) => data.getBigUint64(start + 8 * t));
    for (let t = 16; t < 80; t++) {
      const a = w[t - 15] as bigint;
      const b = w[t - 2] as bigint;
      const one = turn64(a, 1n) ^ turn64(a, 8n) ^ (a >> 7n);
      const two = turn64(b, 19n) ^ turn64(b, 61n) ^ (b >> 6n);
      w.push(((w[t - 16] as bigint) + one + (w[t - 7] as bigint) + two) & MASK);
    }
    state = compress512(state, w);
  }
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((value, at) => {
    out.setBigUint64(8 * at, value);
  });
  return new Uint8Array(out.buffer);
}

function compress512(state: readonly bigint[], w: readonly bigint[]): bigint[] {
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
  for (let t = 0; t < 80; t++) {
    const mixed = (turn64(e, 14n) ^ turn64(e, 18n) ^ turn64(e, 41n)) + ((e & f) ^ (~e & MASK & g));
    const one = h + mixed + (K512[t] as bigint) + (w[t] as bigint);
    const two = (turn64(a, 28n) ^ turn64(a, 34n) ^ turn64(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) & MASK;
    d = c;
    c = b;
    b = a;
    a = (one + two) & MASK;
  }
  return [a, b, c, d, e, f, g, h].map((value, at) => (value + (state[at] as bigint)) & MASK);
}

export function hmac(key: Uint8Array, message: Uint8Array): Bytes {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(
    join(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    join(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

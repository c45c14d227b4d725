/** Ed25519 signatures (RFC 8032), verified only: everything here is public, so nothing has to take the same time. */
import { hex, join } from "./bytes";
import { sha512 } from "./sha2";

type Point = readonly [bigint, bigint, bigint, bigint];

const P = (1n << 255n) - 19n;
const ORDER = (1n << 252n) + 27742317777372353535851937790883648493n;

function mod(x: bigint): bigint {
  const rest = x % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let b = mod(base), e = exponent; e > 0n; e >>= 1n, b = mod(b * b)) if (e & 1n) result = mod(result * b);
  return result;
}

const D = mod(-121665n * power(121666n, P - 2n));
const little = (bytes: Uint8Array): bigint => BigInt(`0x${hex(Uint8Array.from(bytes).reverse())}`);

function add(a: Point, b: Point): Point {
  const r = (a[1] - a[0]) * (b[1] - b[0]);
  const s = (a[1] + a[0]) * (b[1] + b[0]);
  const t = 2n * D * mod(a[3] * b[3]);
  const u = 2n * a[2] * b[2];
  const [e, f, g, h] = [mod(s - r), mod(u - t), mod(u + t), mod(s + r)];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function pointOf(bytes: Uint8Array): Point | null {
  const sign = BigInt((bytes[31] ?? 0) >> 7);
  const y = little(bytes) & ((1n << 255n) - 1n);
  const square = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square) !== 0n) x = mod(x * power(2n, (P - 1n) / 4n));
  if (y >= P || mod(x * x - square) !== 0n || (x === 0n && sign === 1n)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

const BASE = pointOf(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 0x58 : 0x66))) as Point;

/** Whether the owner of a public key signed a message. */
export function isSigned(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== 32 || signature.length !== 64) return false;
  const owner = pointOf(key);
  const s = little(signature.slice(32));
  if (!owner || s >= ORDER) return false;
  const k = little(sha512(join(signature.slice(0, 32), key, message))) % ORDER;
  const minus: Point = [P - owner[0], owner[1], 1n, P - owner[3]];
  const summands = [null, BASE, minus, add(BASE, minus)];
  let total: Point = [0n, 1n, 1n, 0n];
  for (let bit = 252n; bit >= 0n; bit--) {
    total = add(total, total);
    const chosen = summands[Number((s >> bit) & 1n) + 2 * Number((k >> bit) & 1n)];
    if (chosen) total = add(total, chosen);
  }
  const inverse = power(total[2], P - 2n);
  const [x, y] = [mod(total[0] * inverse), mod(total[1] * inverse)];
  return little(signature.slice(0, 32)) === (y | ((x & 1n) << 255n));
}

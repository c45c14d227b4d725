/** Signatures and seeds by the browser's own cryptography where it has it, by ours where it has not; both say the same. */
import type { Bytes } from "./bytes";
import { isSigned } from "./ed25519";
import { hmac } from "./sha2";

export type VerifySignature = (key: Bytes, message: Bytes, signature: Bytes) => Promise<boolean>;
export type Mac = (key: Bytes, message: Bytes) => Promise<Bytes>;

/** How the browser verifies; where it does not know the curve, or there is no `subtle` at all, ours does. */
export function verifierBy(subtle: SubtleCrypto | undefined): VerifySignature {
  let own = subtle === undefined;
  return async (key, message, signature) => {
    if (subtle && !own) {
      try {
        const imported = await subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
        return await subtle.verify({ name: "Ed25519" }, imported, signature, message);
      } catch (wrong) {
        // A key that is no point is no reason to trust it less carefully: ours says the same of it.
        own = !(wrong instanceof DOMException && wrong.name === "DataError");
      }
    }
    return isSigned(key, message, signature);
  };
}

export function macBy(subtle: SubtleCrypto | undefined): Mac {
  if (!subtle) return async (key, message) => hmac(key, message);
  return async (key, message) => {
    const imported = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await subtle.sign("HMAC", imported, message));
  };
}

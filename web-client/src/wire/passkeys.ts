/**
 * Passkeys: from what the server asks in the JSON form of the Web Authentication API to what the browser is asked,
 * and back. Newer browsers read that form by themselves; for the others it is done here.
 */

type Json = Readonly<Record<string, unknown>>;

/** Whether this browser can make and use passkeys in this place. */
export function hasPasskeys(): boolean {
  return isSecureContext && "PublicKeyCredential" in window;
}

/** Has the browser make a key. Null when the person, or the device, would not. */
export async function makePasskey(options: unknown): Promise<object | null> {
  const wish = publicKeyOf(options);
  const native = (PublicKeyCredential as Partial<typeof PublicKeyCredential>).parseCreationOptionsFromJSON;
  const publicKey = native
    ? native.call(PublicKeyCredential, wish as unknown as PublicKeyCredentialCreationOptionsJSON)
    : (toBinary(wish) as unknown as PublicKeyCredentialCreationOptions);
  return answered(() => navigator.credentials.create({ publicKey }));
}

/** Has the browser show that it has a key. Null when the person, or the device, would not. */
export async function usePasskey(options: unknown): Promise<object | null> {
  const wish = publicKeyOf(options);
  const native = (PublicKeyCredential as Partial<typeof PublicKeyCredential>).parseRequestOptionsFromJSON;
  const publicKey = native
    ? native.call(PublicKeyCredential, wish as unknown as PublicKeyCredentialRequestOptionsJSON)
    : (toBinary(wish) as unknown as PublicKeyCredentialRequestOptions);
  return answered(() => navigator.credentials.get({ publicKey }));
}

async function answered(ask: () => Promise<Credential | null>): Promise<object | null> {
  try {
    const credential = await ask();
    if (!(credential instanceof PublicKeyCredential)) return null;
    return toJson(credential as unknown as Made);
  } catch {
    // Closed by the person, no key, the same key again: the browser has said so itself.
    return null;
  }
}

function publicKeyOf(options: unknown): Json {
  return (options as { readonly publicKey: Json }).publicKey;
}

/** Fields that travel as base64url and that a browser wants as bytes. */
const BYTES = ["challenge", "id"];

/** The options with bytes in place of base64url. Exported for its test. */
export function toBinary(value: Json): Json {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      // The name of the server is called `id` as well, and stays a text.
      if (name === "rp") return [name, part];
      if (typeof part === "string" && BYTES.includes(name)) return [name, bytesOf(part)];
      return [name, inside(part)];
    }),
  );
}

function inside(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inside);
  return typeof part === "object" && part !== null ? toBinary(part as Json) : part;
}

/** What a browser gives: an answer to the making of a key, or to its use. */
interface Made {
  readonly id: string;
  readonly rawId: ArrayBuffer;
  readonly type: string;
  readonly authenticatorAttachment?: string | null;
  readonly response: {
    readonly clientDataJSON: ArrayBuffer;
    readonly attestationObject?: ArrayBuffer;
    readonly authenticatorData?: ArrayBuffer;
    readonly signature?: ArrayBuffer;
    readonly userHandle?: ArrayBuffer | null;
  };
  readonly getClientExtensionResults: () => object;
}

/**
 * The answer in that form, as far as it proves anything. A browser's own `toJSON` adds lists and a negative number,
 * which no body of this protocol has. Exported for its test.
 */
export function toJson(key: Made): object {
  const { id, rawId, type, authenticatorAttachment, response } = key;
  const { attestationObject, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId: textOf(rawId),
    type,
    ...(authenticatorAttachment ? { authenticatorAttachment } : {}),
    clientExtensionResults: key.getClientExtensionResults(),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      ...(attestationObject ? { attestationObject: textOf(attestationObject) } : {}),
      ...(authenticatorData ? { authenticatorData: textOf(authenticatorData) } : {}),
      ...(signature ? { signature: textOf(signature) } : {}),
      ...(userHandle ? { userHandle: textOf(userHandle) } : {}),
    },
  };
}

/** Base64url to bytes. */
export function bytesOf(text: string): Uint8Array {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** Bytes to base64url, without the signs that fill it up. */
export function textOf(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

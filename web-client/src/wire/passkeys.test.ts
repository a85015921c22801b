import { describe, expect, it } from "vitest";
import { bytesOf, textOf, toBinary, toJson } from "./passkeys.ts";

const buffer = (...bytes: number[]) => Uint8Array.from(bytes).buffer;

describe("base64url", () => {
  it.each([
    [[], ""],
    [[0], "AA"],
    [[255, 254, 253], "__79"],
    [[251, 239, 190, 62], "----Pg"],
    [[104, 105], "aGk"],
  ])("%j and back", (bytes, text) => {
    expect(textOf(Uint8Array.from(bytes).buffer)).toBe(text);
    expect([...bytesOf(text)]).toEqual(bytes);
  });
});

describe("a passkey where the browser converts nothing", () => {
  it("is asked for in bytes, with the name of the server left as it is", () => {
    const asked = toBinary({
      challenge: "aGk",
      rp: { id: "play.example", name: "Sindillo" },
      user: { id: "AA", name: "amina", displayName: "Amina" },
      excludeCredentials: [{ type: "public-key", id: "__79", transports: ["usb"] }],
      timeout: 300_000,
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    });
    expect(asked).toEqual({
      challenge: Uint8Array.of(104, 105),
      rp: { id: "play.example", name: "Sindillo" },
      user: { id: Uint8Array.of(0), name: "amina", displayName: "Amina" },
      excludeCredentials: [{ type: "public-key", id: Uint8Array.of(255, 254, 253), transports: ["usb"] }],
      timeout: 300_000,
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    });
  });

  it("is answered in text, whether it was made or used", () => {
    const key = { id: "AA", rawId: buffer(0), type: "public-key", getClientExtensionResults: () => ({}) };
    const made = toJson({
      ...key,
      authenticatorAttachment: "platform",
      response: { clientDataJSON: buffer(104, 105), attestationObject: buffer(1) },
    });
    expect(made).toEqual({
      id: "AA",
      rawId: "AA",
      type: "public-key",
      authenticatorAttachment: "platform",
      clientExtensionResults: {},
      response: { clientDataJSON: "aGk", attestationObject: "AQ" },
    });
    const used = toJson({
      ...key,
      response: {
        clientDataJSON: buffer(104, 105),
        authenticatorData: buffer(2),
        signature: buffer(3),
        userHandle: buffer(4),
      },
    });
    expect(used).toMatchObject({
      response: { clientDataJSON: "aGk", authenticatorData: "Ag", signature: "Aw", userHandle: "BA" },
    });
    expect(used).not.toHaveProperty("authenticatorAttachment");
  });
});

/** Accounts: a guest claims one and stays who he is, comes back from elsewhere, sees his sessions, and goes. */

import type { Locator } from "@playwright/test";
import { isAccessible } from "./axe.ts";
import { expect, type Look, type Person, test } from "./world.ts";

const PASSWORD = "seeds in the left pit";

function part({ page }: Person, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

async function opens(person: Person): Promise<void> {
  await person.page.goto("/account");
  await expect(person.page.getByRole("heading", { level: 1 })).toHaveText(/account/);
}

async function claims(person: Person, login: string): Promise<void> {
  await opens(person);
  const form = part(person, "Make an account");
  await form.getByLabel("Name of the account").fill(login);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Make the account" }).click();
  await expect(person.page.getByRole("heading", { name: "Your account" })).toBeVisible();
}

async function signsIn(person: Person, login: string, password = PASSWORD): Promise<void> {
  await opens(person);
  const form = part(person, "Sign in");
  await form.getByLabel("Name of the account").fill(login);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The menu behind the own name, and one thing in it. */
async function menu({ page }: Person, what: string): Promise<void> {
  await page.getByRole("button", { name: /^You: / }).click();
  await page.getByText(what, { exact: true }).click();
}

test("a guest claims an account, keeps name and seat, and comes back from another browser", async ({
  world,
}) => {
  world.expected = /401|409|422/;
  const amina = await world.person("Amina");
  const room = await world.room(amina, (settings) => ({
    ...settings,
    title: "Under the tree",
    visibility: "unlisted",
  }));
  await amina.enters(room);
  await amina.sits("South");
  const other = await world.tab(amina);

  await test.step("plain words where it cannot be", async () => {
    await opens(other);
    const form = part(other, "Make an account");
    await form.getByLabel("Name of the account").fill("a");
    await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await form.getByRole("button", { name: "Make the account" }).click();
    await expect(form.getByRole("alert")).toHaveText(/3 to 32 signs/);
    await form.getByLabel("Name of the account").fill("Amina");
    await form.getByLabel("Password", { exact: true }).fill("short");
    await form.getByRole("button", { name: "Make the account" }).click();
    await expect(form.getByRole("alert")).toHaveText(/A password has 10 to 128 signs/);
    await form.getByRole("button", { name: "Show: Password" }).click();
    await expect(form.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  });

  await claims(other, "Amina");
  await expect(other.page.getByText("amina", { exact: true })).toBeVisible();
  await expect(other.page.getByRole("button", { name: /^You: Amina/ })).toBeVisible();

  await test.step("the open room goes on", async () => {
    await amina.isReady();
    await expect(amina.page.getByRole("button", { name: "Not ready after all" })).toBeVisible();
    await amina.page.reload();
    await expect(amina.page.getByRole("button", { name: "Not ready after all" })).toBeVisible();
  });

  const away = await world.guest();
  await signsIn(away, "amina", "not the password");
  await expect(part(away, "Sign in").getByRole("alert")).toHaveText(
    /no account with this name and this password/,
  );
  await signsIn(away, "AMINA");
  await expect(away.page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect(away.page.getByRole("button", { name: /^You: Amina/ })).toBeVisible();
  await away.page.goto("/");
  await expect(
    away.page.getByRole("region", { name: "Your games" }).getByText("Under the tree"),
  ).toBeVisible();

  await menu(away, "Sign out");
  await expect(away.page.getByRole("region", { name: "Your games" })).toHaveCount(0);
  await expect(away.page.getByRole("button", { name: /^You: / })).not.toHaveText(/Amina/);
});

test("sessions are listed and ended, and a new password ends all others", async ({ world }) => {
  world.expected = /401/;
  const ben = await world.person("Ben");
  const there = await world.guest();
  const third = await world.guest();
  await claims(ben, "ben");
  for (const person of [there, third]) {
    await signsIn(person, "ben");
    await expect(person.page.getByRole("heading", { name: "Your account" })).toBeVisible();
  }
  await opens(ben);
  const list = part(ben, "Sessions");
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(list.getByRole("listitem").first()).toContainText("this one");
  await list
    .getByRole("button", { name: /^End the session of / })
    .first()
    .click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("button", { name: "End all others" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);

  for (const person of [there, third]) {
    await opens(person);
    await expect(part(person, "Sign in")).toBeVisible();
  }
  await signsIn(there, "ben");
  await expect(there.page.getByRole("heading", { name: "Your account" })).toBeVisible();

  await ben.presses("Change it");
  await ben.page.getByLabel("Password until now", { exact: true }).fill("what was it again");
  await ben.page.getByLabel("New password", { exact: true }).fill("bulls in the right pit");
  await ben.presses("Save the password");
  await expect(ben.page.getByRole("alert").filter({ hasText: "no account with this name" })).toBeVisible();
  await ben.page.getByLabel("Password until now", { exact: true }).fill(PASSWORD);
  await ben.presses("Save the password");
  await expect(ben.page.getByLabel("New password", { exact: true })).toHaveCount(0);
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await opens(there);
  await signsIn(there, "ben", "bulls in the right pit");
  await expect(there.page.getByRole("heading", { name: "Your account" })).toBeVisible();
});

/** A key that says yes by itself, as a phone does under a finger. */
async function givenKey({ page }: Person): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send("WebAuthn.enable");
  await line.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("an account by a passkey alone: made, signed out of, signed in to, and with a second way", async ({
  world,
}) => {
  const chiku = await world.person("Chiku", { named: true });
  await givenKey(chiku);
  await opens(chiku);
  await chiku.presses("Make it with a passkey");
  await expect(chiku.page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect(chiku.page.getByText("My passkey", { exact: true })).toBeVisible();
  await expect(chiku.page.getByRole("button", { name: "Remove My passkey" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );

  await menu(chiku, "Sign out");
  await expect(chiku.page.getByRole("button", { name: /^You: / })).not.toHaveText(/Chiku/);
  await opens(chiku);
  await chiku.presses("Sign in with a passkey");
  await expect(chiku.page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect(chiku.page.getByRole("button", { name: /^You: Chiku/ })).toBeVisible();

  await test.step("with a password beside it the key can go", async () => {
    await chiku.presses("Set one");
    await chiku.page.getByLabel("Name of the account", { exact: true }).fill("chiku");
    await chiku.page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await chiku.presses("Save the password");
    await expect(chiku.page.getByText("There is one.")).toBeVisible();
    await chiku.presses("Remove My passkey");
    await expect(chiku.page.getByText(/^None yet\./)).toBeVisible();
  });
});

test("a passkey is added to an account, and nothing happens where the browser has none", async ({
  world,
}) => {
  const dalia = await world.person("Dalia", { named: true });
  await claims(dalia, "dalia");
  await givenKey(dalia);
  await dalia.presses("Add a passkey");
  await dalia.page.getByLabel("What shall it be called?").fill("Phone");
  await dalia.presses("Make it");
  await expect(dalia.page.getByText("Phone", { exact: true })).toBeVisible();
  await dalia.presses("Add a passkey");
  await dalia.presses("Make it");
  await expect(dalia.page.getByText("No key was used. Nothing has changed.")).toBeVisible();
  await isAccessible(dalia.page);
});

test("an account is deleted after a clear question, and its data can be taken along before", async ({
  world,
}) => {
  world.expected = /401/;
  const esi = await world.person("Esi");
  await claims(esi, "esi");
  const saving = esi.page.waitForEvent("download");
  await esi.page.getByRole("link", { name: /^Save everything/ }).click();
  const saved = await (await saving).createReadStream();
  let text = "";
  for await (const chunk of saved) text += chunk;
  expect(text).toContain('"esi"');

  await esi.presses("Delete the account");
  const dialog = esi.page.getByRole("dialog", { name: "Delete the account?" });
  const go = dialog.getByRole("button", { name: "Delete for good" });
  await isAccessible(esi.page);
  await expect(go).toBeDisabled();
  await dialog.getByLabel("Password", { exact: true }).fill("something else");
  await dialog.getByLabel("I want this account to be gone.").check();
  await go.click();
  await expect(dialog.getByRole("alert")).toHaveText(/no account with this name/);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await go.click();
  await expect(esi.page.getByRole("heading", { name: "Team mancala" })).toBeVisible();
  await signsIn(esi, "esi");
  await expect(part(esi, "Sign in").getByRole("alert")).toHaveText(/no account/);
});

test("by keyboard alone: the menu, and making an account", async ({ world }) => {
  const person = await world.person("Femi");
  await person.page.goto("/");
  const name = person.page.getByRole("button", { name: /^You: Femi/ });
  await name.focus();
  await person.page.keyboard.press("Enter");
  await expect(person.page.getByRole("link", { name: "Make an account or sign in" })).toBeVisible();
  await person.page.keyboard.press("Escape");
  await expect(name).toHaveAttribute("aria-expanded", "false");
  await expect(name).toBeFocused();
  await person.page.keyboard.press("Enter");
  await person.page.getByRole("link", { name: "Make an account or sign in" }).waitFor();
  await person.page.keyboard.press("Tab");
  await person.page.keyboard.press("Enter");
  await expect(person.page.getByRole("heading", { level: 1 })).toHaveText(/account/);
  await part(person, "Make an account").getByLabel("Name of the account").focus();
  await person.page.keyboard.type("femi");
  await person.page.keyboard.press("Tab");
  await person.page.keyboard.type(PASSWORD);
  await person.page.keyboard.press("Enter");
  await expect(person.page.getByRole("heading", { name: "Your account" })).toBeVisible();
});

const LOOKS: readonly (Look & { readonly label: string })[] = [
  { label: "wide-light", theme: "light" },
  { label: "wide-dark", theme: "dark" },
  { label: "phone-light", theme: "light", phone: true },
  { label: "phone-dark", theme: "dark", phone: true },
];

for (const look of LOOKS) {
  test(`the account of a guest and of its holder are accessible, ${look.label}`, async ({ world }) => {
    const person = await world.person("Gakuru", { ...look, named: true });
    await opens(person);
    await fits(person);
    await isAccessible(person.page);
    await person.page.getByRole("button", { name: /^You: / }).click();
    await person.page.getByRole("link", { name: "Make an account or sign in" }).waitFor();
    await isAccessible(person.page);
    await person.page.keyboard.press("Escape");
    await claims(person, "gakuru");
    await expect(part(person, "Sessions").getByRole("listitem")).toHaveCount(1);
    await fits(person);
    await isAccessible(person.page);
    await person.presses("Change it");
    await isAccessible(person.page);
  });
}

/** Nothing is wider than the window. */
async function fits({ page }: Person): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

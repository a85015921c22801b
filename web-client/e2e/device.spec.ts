/** The page as an app, without a connection, and as what tells people of slow games. */

import type { CDPSession, Page, TestInfo } from "@playwright/test";
import { isAccessible } from "./axe.ts";
import { expect, type Person, test } from "./world.ts";

interface Manifest {
  readonly display: string;
  readonly start_url: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
}

/** Until the worker runs and has this page. */
async function hasWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

async function picture(info: TestInfo, name: string, page: Page): Promise<void> {
  await page.screenshot({ path: info.outputPath(`${name}.png`) });
}

async function opens(person: Person): Promise<void> {
  await person.page.goto("/device");
  await expect(person.page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("a browser finds nothing that keeps the page from being installed", async ({ world }) => {
  const visitor = await world.person("Visitor", { worker: true });
  const { page } = visitor;
  await page.goto("/");
  await hasWorker(page);
  const link = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(link ?? "");
  expect(answer.headers()["content-type"]).toBe("application/manifest+json");
  const manifest: Manifest = await answer.json();
  expect(manifest).toMatchObject({ display: "standalone", start_url: "/" });
  expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(["any", "maskable"]));
  const apple = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  const icons = [
    ...manifest.icons.filter(({ sizes }) => sizes !== "any"),
    { src: apple ?? "", sizes: "180x180" },
  ];
  for (const { src, sizes } of [...icons, { src: "/icons/badge.png", sizes: "96x96" }]) {
    const size = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  const browser = await page.context().newCDPSession(page);
  const read = await browser.send("Page.getAppManifest");
  expect(read.errors).toEqual([]);
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  // A browser of a test has no history of its own, as a private one.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual(
    [],
  );
});

test("without a connection it says so in the reader's language, and comes back by itself", async ({
  world,
}, info) => {
  world.expected = /Failed to load resource|ERR_/;
  const english = await world.person("Amina", { worker: true });
  const polish = await world.person("Ola", { worker: true, locale: "pl-PL", theme: "dark", phone: true });
  for (const { page } of [english, polish]) {
    await page.goto("/");
    await hasWorker(page);
    // What this page is made of is kept from now on.
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  const script = await english.page.request.get("/sw.js");
  expect(script.headers()).toMatchObject({
    "cache-control": "no-cache",
    "content-type": "text/javascript; charset=utf-8",
  });

  await world.server.kill();
  for (const [{ page }, title] of [
    [english, "No connection"],
    [polish, "Brak połączenia"],
  ] as const) {
    await page.goto("/learn");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Sindillo`);
    await isAccessible(page);
  }
  await expect(polish.page.locator("html")).toHaveAttribute("data-theme", "dark");
  await picture(info, "offline", english.page);
  await picture(info, "offline-dark-phone", polish.page);

  await test.step("what the server says is never kept, and what is, is of this version", async () => {
    const kept = await english.page.evaluate(async () => {
      const paths: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
      return paths;
    });
    expect(kept).toContain("/offline.html");
    expect(kept.filter((path) => path.startsWith("/assets/")).length).toBeGreaterThan(3);
    expect(kept.filter((path) => !/^\/(assets\/|offline\.|icon\.svg)/.test(path))).toEqual([]);
    const asked = await english.page.evaluate(() =>
      fetch("/api/games").then(
        () => "answered",
        () => "lost",
      ),
    );
    expect(asked).toBe("lost");
  });

  // Nobody is kept from trying; and nobody has to, once it can be reached.
  await polish.page.getByRole("button", { name: "Spróbuj jeszcze raz" }).click();
  await expect(polish.page.getByRole("heading", { level: 1, name: "Brak połączenia" })).toBeVisible();
  await world.server.revive();
  await expect(english.page.getByRole("heading", { level: 1, name: "Learn to play" })).toBeVisible();
  await expect(polish.page.getByRole("heading", { level: 1, name: /Naucz się grać/ })).toBeVisible();
});

test("a file of an older version goes when a newer one takes over", async ({ world }) => {
  const { page } = await world.person("Visitor", { worker: true });
  await page.goto("/");
  await hasWorker(page);
  await page.evaluate(async () => {
    const cache = await caches.open("sindillo-files");
    await cache.put("/assets/old-00000000.js", new Response("old"));
    await caches.open("from-long-ago");
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.unregister();
  });
  await page.reload();
  await hasWorker(page);
  await expect
    .poll(() =>
      page.evaluate(async () => [
        await caches.keys(),
        (await caches.match("/assets/old-00000000.js")) === undefined,
      ]),
    )
    .toEqual([expect.not.arrayContaining(["from-long-ago"]), true]);
});

test("notices are off until they are turned on, kind by kind, with plain words where it cannot be", async ({
  world,
}, info) => {
  // The browser of a test is a private one, which has no push service and says so.
  world.expected = /incognito/;
  const amina = await world.person("Amina", { worker: true });
  const { page } = amina;
  const card = page.getByRole("region", { name: "Notices of slow games" });
  await opens(amina);
  await expect(card.getByText("Notices are off in this browser.")).toBeVisible();
  for (const box of await card.getByRole("checkbox").all()) await expect(box).not.toBeChecked();

  await test.step("the browser does not allow it", async () => {
    await card.getByRole("button", { name: "Turn on in this browser" }).click();
    await expect(card.getByRole("alert")).toContainText("Allow notifications for it in the settings");
  });
  await test.step("the browser has no push service", async () => {
    await page.context().grantPermissions(["notifications"]);
    await page.reload();
    await card.getByRole("button", { name: "Turn on in this browser" }).click();
    await expect(card.getByRole("alert")).toContainText("The push service of your browser cannot be reached");
    await expect(card.getByText("Notices are off in this browser.")).toBeVisible();
  });
  await test.step("a switch is the person's, on every device", async () => {
    const box = card.getByRole("checkbox", { name: "a game is over" });
    await box.check();
    await page.reload();
    await expect(box).toBeChecked();
    await expect(card.getByRole("checkbox", { name: "somebody wants another game" })).not.toBeChecked();
    await box.uncheck();
    await page.reload();
    await expect(box).not.toBeChecked();
  });
  await isAccessible(page);
  await picture(info, "device", page);
});

test.describe("with a push service", () => {
  test.use({ settings: { SINDILLO_PUSH_SERVICE: "http://127.0.0.1:9" } });

  test("a browser that tells is known, told of again after a sign-in, and forgotten on leaving", async ({
    world,
  }, info) => {
    const amina = await world.person("Amina", { worker: true });
    const { page } = amina;
    await page.context().grantPermissions(["notifications"]);
    await page.addInitScript(pretendToSubscribe);
    const card = page.getByRole("region", { name: "Notices of slow games" });
    const own = async () => {
      const view: { devices: { own: boolean; lang: string }[] } = await (
        await page.request.get("/api/me/push")
      ).json();
      return view.devices.map(({ own: mine, lang }) => `${mine} ${lang}`);
    };
    await opens(amina);
    await card.getByRole("button", { name: "Turn on in this browser" }).click();
    await expect(card.getByText("Notices are on in this browser.")).toBeVisible();
    for (const box of await card.getByRole("checkbox").all()) await expect(box).toBeChecked();
    await expect.poll(own).toEqual(["true en"]);
    await picture(info, "device-on", page);

    await test.step("another session takes the place of the one that was told", async () => {
      const claimed = await page.request.post("/api/account", {
        data: { login: "amina", password: "seeds in the left pit" },
      });
      expect(claimed.status()).toBe(200);
      await expect.poll(own).toEqual([]);
      await opens(amina);
      await expect.poll(own).toEqual(["true en"]);
    });
    await test.step("in another language from now on", async () => {
      await page.evaluate(() => localStorage.setItem("sindillo.language", "sw"));
      await page.reload();
      await expect.poll(own).toEqual(["true sw"]);
      await page.evaluate(() => localStorage.setItem("sindillo.language", "en"));
      await page.reload();
      await expect.poll(own).toEqual(["true en"]);
    });
    await test.step("turned off and on", async () => {
      await card.getByRole("button", { name: "Turn off in this browser" }).click();
      await expect(card.getByText("Notices are off in this browser.")).toBeVisible();
      await expect.poll(own).toEqual([]);
      await card.getByRole("button", { name: "Turn on in this browser" }).click();
      await expect(card.getByText("Notices are on in this browser.")).toBeVisible();
    });
    await test.step("whoever signs out is told nothing here any more", async () => {
      await page.getByRole("button", { name: /^You: / }).click();
      await page.getByText("Sign out", { exact: true }).click();
      await expect(page).toHaveURL("/");
      await opens(amina);
      await expect(card.getByText("Notices are off in this browser.")).toBeVisible();
      await expect.poll(own).toEqual([]);
    });
  });
});

test.describe("where the host tells nobody", () => {
  test.use({ settings: { SINDILLO_NO_PUSH: "true" } });

  test("the page says so", async ({ world }) => {
    world.expected = /404/;
    const amina = await world.person("Amina", { worker: true });
    await opens(amina);
    await expect(amina.page.getByText("Whoever runs this server has turned notices off.")).toBeVisible();
    await expect(amina.page.getByRole("checkbox")).toHaveCount(0);
  });
});

test("a notice says what for in its own language, comes once, and leads to its room", async ({ world }) => {
  const { page } = await world.person("Visitor", { worker: true });
  await page.context().grantPermissions(["notifications"]);
  await page.goto("/");
  await hasWorker(page);
  const tells = await deliverer(page);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const all = await registration.getNotifications();
      return all.map(({ title, body, lang, tag }) => [title, body, lang, tag].join(" | "));
    });
  const room = "0123456789abcdef";
  const turn = { room, notice: "turn", game: "en-gehe", lang: "it", number: 7 };
  const words = `Tocca alla tua parte | En Gehé: la squadra aspetta la tua mossa o il tuo voto. | it | ${room}`;
  // A worker that is only just waking may miss what is delivered by this door: it is delivered again, as a service would.
  await expect(async () => {
    await tells(JSON.stringify(turn));
    expect(await shown()).toEqual([words]);
  }).toPass();
  await tells(JSON.stringify({ ...turn, notice: "ended", lang: "en", number: 8 }));
  const newer = `The game is over | En Gehé: see how it ended. | en | ${room}`;
  await expect.poll(shown).toEqual([newer]);
  // The same once more, and one that makes no sense, which is told of all the same.
  await tells(JSON.stringify({ ...turn, notice: "ended", lang: "en", number: 8 }));
  await tells("no JSON");
  const unknown = "Something happened in Sindillo | Open the page to see what. | en | other";
  await expect.poll(shown).toEqual([newer, unknown]);

  const worker = page.context().serviceWorkers()[0];
  const opened = await worker?.evaluate(async (tag) => {
    interface Inner {
      readonly registration: ServiceWorkerRegistration;
      readonly clients: { openWindow(url: string): Promise<unknown> };
      dispatchEvent(event: Event): boolean;
    }
    const inner = self as unknown as Inner;
    const [notification] = await inner.registration.getNotifications({ tag });
    return new Promise<string>((resolve) => {
      // Only a press of a person may open a window; that it is asked for is seen here.
      inner.clients.openWindow = async (url) => resolve(url);
      const waits = { notification, waitUntil: (work: unknown) => work };
      const event = Object.assign(new Event("notificationclick"), waits);
      inner.dispatchEvent(event);
    });
  }, room);
  expect(opened).toBe(`/r/${room}`);
  await expect.poll(shown).toEqual([unknown]);
});

/** A browser without a push service pretends to have one, up to what it tells the page. */
function pretendToSubscribe(): void {
  const KEY = "pretended";
  const text = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  const subscriptionOf = (endpoint: string, key: ArrayBuffer) => ({
    endpoint,
    options: { applicationServerKey: key },
    // The point and the secret of the example in RFC 8291.
    toJSON: () => ({
      endpoint,
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    }),
    unsubscribe: async () => {
      localStorage.removeItem(KEY);
      return true;
    },
  });
  const bytesOf = (key: string) =>
    Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0)).buffer;
  Object.assign(PushManager.prototype, {
    getSubscription: async () => {
      const kept = localStorage.getItem(KEY);
      const [endpoint, key] = kept?.split(" ") ?? [];
      return endpoint && key ? subscriptionOf(endpoint, bytesOf(key)) : null;
    },
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      const endpoint = `http://127.0.0.1:9/to/${Math.random()}`;
      localStorage.setItem(KEY, `${endpoint} ${text(applicationServerKey)}`);
      return subscriptionOf(endpoint, applicationServerKey.slice().buffer as ArrayBuffer);
    },
  });
}

/** Delivers messages to the worker of a page, as a push service would. */
async function deliverer(page: Page): Promise<(data: string) => Promise<void>> {
  const browser: CDPSession = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const registered = new Promise<string>((resolve) => {
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await browser.send("ServiceWorker.enable");
  const registrationId = await registered;
  return async (data) => {
    await browser.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  };
}

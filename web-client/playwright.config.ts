import { defineConfig } from "@playwright/test";

/** A real browser against a real server. `CHROMIUM` names the browser, `SINDILLO_BIN` the server. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Each test has a server, a port and a data directory of its own, and many of them wait for a clock of the server.
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 360_000,
  expect: {
    timeout: 30_000,
    // A letter that is drawn a little otherwise is no change; a button that has moved by a line is.
    toHaveScreenshot: {
      maxDiffPixels: 60,
      threshold: 0.15,
      animations: "disabled",
      caret: "hide",
      scale: "device",
    },
  },
  snapshotPathTemplate: "{testDir}/looks/{arg}{ext}",
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    actionTimeout: 30_000,
    trace: "retain-on-failure",
    // Requests that go through a worker cannot be held up by a test; who is about the worker lets it in.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});

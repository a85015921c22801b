/**
 * Draws the icons of the installed page from the project's own mark, `public/icon.svg`: `node scripts/icons.js`.
 * What it draws is kept in the tree, so that a build needs no browser.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const mark = readFileSync("public/icon.svg", "utf8");
/** To the edges: systems cut such icons to a shape of their own. The bowl is within the circle that they all leave. */
const whole = mark.replace(' rx="14"', "");
/** A stencil for the bar of a telephone: the seeds alone. */
const seeds = mark
  .replace(/<rect[^>]*>|<circle[^>]*>/g, "")
  .replace(
    /fill="[^"]*" stroke="[^"]*" stroke-width="[^"]*"/,
    'fill="#fff" transform="translate(-20 -20) scale(1.63)"',
  );
const icons = [
  ["192.png", mark, 192],
  ["512.png", mark, 512],
  ["maskable-192.png", whole, 192],
  ["maskable-512.png", whole, 512],
  ["apple-180.png", whole, 180],
  ["badge.png", seeds, 96],
];

mkdirSync("public/icons", { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const [name, svg, size] of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const drawn = svg.replace("<svg ", `<svg width="${size}" height="${size}" `);
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawn}`);
  writeFileSync(`public/icons/${name}`, await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();

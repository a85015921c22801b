import { Match } from "./storytellers.ts";
import { expect, type Look, test } from "./world.ts";

const LOOKS: readonly (Look & { readonly label: string })[] = [
  { label: "wide-light", theme: "light" },
  { label: "wide-dark", theme: "dark" },
  { label: "phone-light", theme: "light", phone: true },
  { label: "phone-dark", theme: "dark", phone: true },
];
test("look", async ({ world }) => {
  const match = await Match.of(world);
  await match.plays();
  await match.ends();
  for (const look of LOOKS) {
    const reader = await world.person("Reader " + look.label.replace("-", " "), { ...look });
    const { page } = reader;
    await page.goto(`${match.room}/story`);
    await expect(page.getByRole("grid")).toBeVisible();
    await page.screenshot({ path: `/tmp/shots/story-${look.label}-0.png` });
    for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/shots/story-${look.label}-1.png` });
    await page.screenshot({ path: `/tmp/shots/story-${look.label}-full.png`, fullPage: true });
  }
});

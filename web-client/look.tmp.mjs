import { chromium } from "@playwright/test";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium" });
for (const [n, w, h, scheme] of [["wide",1440,900,"light"],["phone",390,844,"dark"]]) {
  const c = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, hasTouch: n==="phone", reducedMotion: "reduce" });
  const p = await c.newPage();
  p.on("pageerror", e => console.log("ERR", e.message));
  await p.goto("http://127.0.0.1:8399/"); await p.waitForSelector("h1"); await p.waitForTimeout(800);
  await p.screenshot({ path: `/tmp/look/lobby-${n}.png` });
  await p.getByRole("button",{name:"Play the bot"}).click();
  await p.waitForSelector("[role=gridcell].may-choose"); 
  for (let k=0;k<4;k++){ await p.locator("[role=gridcell].may-choose").nth(k%3).click(); await p.waitForTimeout(300); if(k===1) await p.screenshot({ path: `/tmp/look/chosen-${n}.png` }); const play=p.getByRole("button",{name:/^Play pit/}).first(); await play.click(); await p.waitForTimeout(2500);} 
  await p.screenshot({ path: `/tmp/look/bot-${n}.png` });
  const room = p.url();
  await p.goto(room + "?text"); await p.waitForTimeout(1500); await p.screenshot({ path: `/tmp/look/text-${n}.png` });
  await p.goto(room + "/story"); await p.waitForTimeout(2500); await p.screenshot({ path: `/tmp/look/story-${n}.png` });
  const im = await p.request.get(room.replace("/r/","/api/rooms/") + "/image.png"); console.log(im.status()); (await import("node:fs")).writeFileSync(`/tmp/look/image-${n}.png`, await im.body());
  const rec = await p.request.get(room.replace("/r/","/api/rooms/") + "/record"); console.log((await rec.text()).slice(0,900));
  for (const path of ["records","device","learn","analysis"]) { await p.goto("http://127.0.0.1:8399/"+path); await p.waitForTimeout(1500); await p.screenshot({ path: `/tmp/look/${path}-${n}.png` }); }
  await c.close();
}
await b.close();

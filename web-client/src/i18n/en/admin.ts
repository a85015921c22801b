/** For those who look after the server. Loaded with their page. */

import type { Text } from "../translate.ts";

export const admin = {
  "admin.title": "Look after the server",
  "admin.lead":
    "What you do here is written into the books and told to everybody on the page about betting, with your reason and without names.",
  "admin.no": "This page is not for you",
  "admin.no.text": "It is for those who look after this server.",
  "admin.reason": "Reason",
  "admin.reason.hint": "10 to 280 signs. Everybody can read it: name nobody.",
  "admin.room": "Room",
  "admin.room.hint": "Its link, or what stands after /r/ in it.",
  "admin.room.wrong": "That is not a link of a room.",
  "admin.login": "Name of the account, or # and its number",
  "admin.done": "Done, and written into the books.",

  "admin.market": "A market",
  "admin.market.do": "What",
  "admin.market.pause": "Stop it for a while",
  "admin.market.resume": "Let it go on",
  "admin.market.void": "Void it: stakes go back",
  "admin.market.go": "Do it",
  "admin.adjust": "Coins of an account",
  "admin.adjust.do": "What",
  "admin.adjust.give": "Give",
  "admin.adjust.take": "Take",
  "admin.adjust.amount": "Coins",
  "admin.adjust.go": "Write it down",
  "admin.ban": "Ban from betting",
  "admin.ban.do": "What",
  "admin.ban.on": "May not bet",
  "admin.ban.off": "May bet again",
  "admin.ban.go": "Do it",

  "admin.abuse": "What to look at",
  "admin.abuse.lead": "Nothing of this is proof. Look at the games before you do anything.",
  "admin.abuse.load": "Look again",
  "admin.abuse.none": "Nothing.",
  "admin.abuse.times": "{n} of {all}",
  "admin.abuse.room": "newest room",
  "admin.abuse.opposed": "Often with opposite stakes",
  "admin.abuse.favoured": "Win mostly with one host or player",
  "admin.abuse.shared_address": "Bet from the address of somebody who sat",
  "admin.abuse.long_odds": "Paid more than twenty times the stake",
  "admin.abuse.thrown": "Given up soon after the lock",
  "admin.abuse.void_hosts": "Hosts whose markets often end void",
} as const satisfies Readonly<Record<string, Text>>;

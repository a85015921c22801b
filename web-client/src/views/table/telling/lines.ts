/** What is told of an event: its sentence, and how much it matters to this viewer. */

import { voiceIn } from "../../../state/asks.ts";
import type { Model, News } from "../../../state/model.ts";
import { phaseOf } from "../../../state/select.ts";
import type { Line, Telling } from "../../../state/telling.ts";
import type { Event } from "../../../wire/generated/protocol.ts";
import { sentenceOf } from "./announce.ts";

export function lineOf(model: Model, news: News): Line | null {
  const text = sentenceOf(model, news);
  if (text === null) return null;
  const urgent = isUrgent(model, news.event);
  const from = urgent ? "little" : leastOf(model, news.event);
  return { text, from, topic: topicOf(news.event), urgent };
}

/** It waits for this viewer, and for not long. */
function isUrgent(model: Model, event: Event): boolean {
  const { member, seats } = model.role;
  if (seats.length !== 1 || member === null) return false;
  switch (event.k) {
    case "turn_began":
      return event.d.side === seats[0];
    case "laid":
      return event.d.trace.side === seats[0] && event.d.by !== member;
    case "hand_passed":
      return event.d.to === member && event.d.why !== "elected";
    case "fell_back":
      return model.table?.game?.hands[event.d.side] === member;
    case "motion_opened": {
      const motion = model.teams[event.d.side]?.motions.find((one) => one.motion === event.d.motion);
      return event.d.by !== member && motion !== undefined && voiceIn(model, motion) === null;
    }
    default:
      return false;
  }
}

/** The least telling at which it is told. */
function leastOf(model: Model, event: Event): Telling {
  switch (event.k) {
    case "game_began":
    case "game_ended":
    case "laid":
    case "stood":
    case "withdrawn":
    case "taken_back":
    case "flagged":
    case "held":
    case "released":
    case "offered":
    case "offer_ended":
      return "little";
    case "voted":
    case "votes_told":
    case "consent_counted":
    case "stand_said":
    case "ready_set":
      return "all";
    case "seated":
    case "unseated":
      return phaseOf(model) === "seating" ? "usual" : "all";
    case "stance_taken":
      return event.d.stance === "object" ? "usual" : "all";
    case "said": {
      const speaker = model.table?.members.find(({ id }) => id === event.d.by);
      return speaker && speaker.seats.length > 0 ? "usual" : "all";
    }
    case "presence_changed": {
      const member = model.table?.members.find(({ id }) => id === event.d.member);
      return member?.seats.some((side) => model.role.seats.includes(side)) ? "usual" : "all";
    }
    default:
      return "usual";
  }
}

/** Of what is about the same, only the newest is worth being told. */
function topicOf(event: Event): string | null {
  switch (event.k) {
    case "turn_began":
      return "turn";
    case "voted":
    case "stance_taken":
    case "proposed":
      return `${event.k}/${event.d.by}`;
    case "presence_changed":
    case "ready_set":
      return `${event.k}/${event.d.member}`;
    case "votes_told":
    case "closing_set":
    case "consent_counted":
      return event.k;
    default:
      return null;
  }
}

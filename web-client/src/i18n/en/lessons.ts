/** What is learnt: lessons, rules, puzzles, customs and words, after `docs/rules.md`. Loaded with their pages. */

import type { Text } from "../translate.ts";

export const lessons = {
  "learn.title": "Learn to play",
  "learn.lead":
    "Six games on one kind of board: a lesson, the rules with pictures, and puzzles for each. And where they come from.",
  "learn.games": "The games",
  "learn.game": "How {game} is played",
  "learn.back": "All games",
  "learn.lesson": "Lesson",
  "learn.lesson.lead": "You play South, the lower row. Choose a pit to see where it leads, and play it.",
  "learn.steps": "Steps",
  "learn.step": "Step {n} of {all}",
  "learn.done": "done",
  "learn.good": "That is it.",
  "learn.other": "That was another move. Look at what came of it, and try again.",
  "learn.next": "Next step",
  "learn.again": "Try again",
  "learn.repeat": "Once more",
  "learn.further": "Play on from here on the analysis board",
  "learn.progress": "{n} of {all} steps done",
  "learn.all_done": "All steps are done.",
  "learn.rules": "Rules",
  "learn.rules.lead":
    "Each picture is a position and a move in it. The marks show where it begins, where each lap ends, and what it takes.",
  "learn.diagram.show": "Show the move",
  "learn.diagram.back": "Back to before it",
  "learn.puzzles": "Puzzles",
  "learn.puzzles.lead":
    "Found by search: in each position one move is clearly better than all others, and it is not always the one that takes most.",
  "learn.puzzle": "Puzzle {n}",
  "learn.puzzle.text": "South is to move. Think of what North answers.",
  "learn.sources": "Where the rules come from",
  "learn.sources.lead":
    "Where sources disagree or say nothing, this server has made a choice, and the project's docs/rules.md says which.",
  "learn.task.sown": "Play any pit.",
  "learn.task.laps": { one: "Find a move of {n} lap or more.", other: "Find a move of {n} laps or more." },
  "learn.task.captured": { one: "Take {n} seed in one turn.", other: "Take {n} seeds in one turn." },
  "learn.task.bulls": { one: "Make a bull.", other: "Make {n} bulls in one turn." },
  "learn.task.uurs": "Make two uurs.",
  "learn.task.home": "End in an empty pit of your own row and take nothing.",
  "learn.task.in_bull": "End in a pit that is somebody's for good.",
  "learn.task.ways": "Choose pit 8, then a way to turn, and play it.",
  "learn.task.over": "End the game with this move.",
  "learn.task.best": "Find the best move.",
  "learn.topic.sow": "Sowing",
  "learn.rule.sow":
    "Lift all seeds of an own pit and drop them one by one into the pits that follow: to the right along your row, then back along the other one.",
  "learn.topic.relay": "Relay",
  "learn.rule.relay":
    "When the last seed falls into a pit that is not empty, everything in it is lifted and sown on from there, in either row. Each such sowing is a lap; the turn goes on until a lap ends in an empty pit.",
  "learn.topic.capture": "Capture",
  "learn.rule.capture":
    "When the last seed falls into an empty pit of your own, and the facing pit is filled, you take the facing seeds, and the seed that captured them as well.",
  "learn.topic.stay": "Nothing facing",
  "learn.rule.stay":
    "When the facing pit is empty, nothing is taken: the seed stays where it fell, and the turn is over. So it is, too, when a turn ends in an empty pit of the other row.",
  "learn.topic.end": "The end",
  "learn.rule.end":
    "The game ends when the side to move cannot. What is left on the board goes to the other side. More seeds win.",
  "learn.topic.odd": "Odd and even",
  "learn.rule.odd":
    "An odd number of seeds is sown clockwise, to the left along your row; an even number counterclockwise. Relay and capture are as in En Dodoi.",
  "learn.topic.anew": "Decided anew",
  "learn.rule.anew":
    "For each lap it is decided anew, and the last seed that fell counts. So one turn may go both ways.",
  "learn.topic.single": "A single seed",
  "learn.rule.single":
    "A single seed may start only when the next pit is empty. A capture takes the facing seeds alone: the seed that captured stays.",
  "learn.topic.more_than_half": "More than half",
  "learn.rule.more_than_half":
    "Whoever has taken more than half of all seeds wins at once. A side that cannot move ends the game as well; then each side keeps its own row.",
  "learn.topic.uurs": "Uurs",
  "learn.rule.uurs":
    "When you end in an empty pit of your own, and exactly three seeds face it, one of the three crosses over. Both pits now hold two and are your uurs, pregnant pits: yours for good, never lifted, growing with every seed that falls in.",
  "learn.topic.four": "Any other number",
  "learn.rule.four":
    "When one, two, or more than three seeds face the empty pit, they are taken, together with the seed that captured.",
  "learn.topic.in_uur": "Ending in an uur",
  "learn.rule.in_uur":
    "A sowing that ends in an uur of either side is over: the seed stays in it, and nothing is taken.",
  "learn.topic.chain": "Capture and chain",
  "learn.rule.chain":
    "A capture takes the facing seeds and the capturing seed. If the own pits that follow are empty as well, each facing a filled pit, those facing seeds are taken too.",
  "learn.topic.first_lap": "Only the first lap takes",
  "learn.rule.first_lap":
    "Only the first lap of a turn may capture. If it goes on in a relay, no later lap takes anything. The sources do not agree on it: in Enkeshui after Russ any lap may.",
  "learn.topic.bull": "A bull",
  "learn.rule.bull":
    "When the last seed of a lap makes four in a pit, of either row, it becomes a bull of the mover, and the turn is over. Nobody may ever lift a bull; it grows with every seed that falls in.",
  "learn.topic.two_bulls": "Two bulls",
  "learn.rule.two_bulls":
    "When the last two seeds of a lap fall into pits of two and three, in either order, both become bulls.",
  "learn.topic.in_bull": "Ending in a bull",
  "learn.rule.in_bull":
    "A sowing that ends in a bull is over: the seed stays in it. A bull that faces the last seed cannot be captured.",
  "learn.topic.ways": "The choice of ways",
  "learn.rule.ways":
    "A lap that drops a seed into every pit of the other row gives the mover a right: the way of each later lap of that turn, right or left.",
  "learn.topic.only_bulls": "The end",
  "learn.rule.only_bulls":
    "The game ends when the side to move has no seeds outside of bulls. The other side takes what lies in its own row, and the seeds of each bull go to its owner.",
  "learn.board.en-dodoi":
    "Two rows of six to twelve pits, eight by default, with three to six seeds in each, four by default. The lesson has six pits a row.",
  "learn.board.en-gehe":
    "Two rows of 40 to 50 pits dug in the ground, with four seeds in each, and a team of eight to each row, or of six to eight. The lesson has six pits a row.",
  "learn.board.enkeshui":
    "Two rows of eight, ten or twelve pits and 48 seeds: on eight pits fours, with two end pits empty. Who starts is found out in a race: both sides sow at once from the right end, and the first to sleep starts.",
  "learn.board.cross-endodoi":
    "Two rows of six pits with three to six seeds in each. William Daniel Troyka invented it in 2002.",
  "learn.board.ndoto":
    "Two rows of eight pits with two seeds in each. A relay goes on from every filled pit, as in En Dodoi.",
  "learn.board.layli-goobalay":
    "Two rows of six pits with four seeds in each, from Somalia. After Marin it is played with twelve pits and clockwise, and in Gabradarre with five seeds a pit.",
  "learn.customs": "How it is played by those who made it",
  "learn.customs.lead":
    "Enkeshui, En Gehé and En Dodoi are games of the Maasai. What is told of them here stands in the sources beside it.",
  "learn.custom.team":
    "A side is a team: up to five in Enkeshui, where people may join and leave during a game, and six to eight in En Gehé, where one member moves and the team agrees on every move.",
  "learn.custom.try":
    "A move may be tried: all see its course, and it is final when it is let stand. Rooms here work in the same way.",
  "learn.custom.watch": "Those who watch talk, advise, and bet on the outcome. Speed is a virtue.",
  "learn.custom.herds":
    "Herding, not farming, gives the pictures: seeds are cows, pits are cattle enclosures. Forty-eight is a lucky number, and the pits of a row are even because even numbers are feminine.",
  "learn.custom.who":
    "En Gehé is told to be the game of men and warriors, En Dodoi that of boys and herders, and women were kept out. That is history; here everybody plays.",
  "learn.custom.legend":
    "In the legend the game was invented by Sindillo, son of Maitoumbe, the first man. This server has its name from him.",
  "learn.custom.second_hand":
    "Most of this was written down by visitors, and the oldest sources were read in the words of others. Whoever knows better is asked to tell the project.",
  "learn.words": "Words",
  "learn.words.lead":
    "Maa and Somali words, with their plural and other spellings where the sources have them. The Maa spellings are mostly those of 1904, and are not the only ones.",
  "learn.word.plural": "plural:",
  "learn.word.also": "also written:",
  "learn.word.game": "a game",
  "learn.word.inventor": "in the legend, who made the game; this server bears the name",
  "learn.word.first_man": "in the legend, the first man and father of Sindillo",
  "learn.word.section": "a section of the Maasai",
  "learn.word.pit": "a pit",
  "learn.word.row": "a row, a side",
  "learn.word.seed": "a stone, a seed",
  "learn.word.pin": "a bone pin that counts games that were won, or points",
  "learn.word.nuts": "Caesalpinia bonduc, whose grey nuts are the seeds",
  "learn.word.cow": "a seed",
  "learn.word.boma": "a pit: an enclosure for cattle",
  "learn.word.bull": "a pit that was won for good",
  "learn.word.eat": "to capture",
  "learn.word.sleep": "to end in an empty pit",
  "learn.word.uur": "Somali: a pregnant pit",
  "learn.word.abar": "Somali, famine: a turn that takes nothing",
  "learn.word.salo": "Somali: a ball of dry camel dung that serves as a seed",
} as const satisfies Readonly<Record<string, Text>>;

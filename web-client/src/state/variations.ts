/**
 * A tree of moves: a line, and what else was tried at each point of it. Pure. Nothing is known here of what a move
 * means; as text a move is followed by its alternatives in brackets: `8 4 (3 5) 2`.
 */

export interface Node {
  readonly move: string;
  /** The start is its own parent. */
  readonly parent: number;
  /** The first is the main one, the others are variations. */
  readonly children: readonly number[];
  /** Where a step forward leads: the child that was seen last. */
  readonly next: number | null;
}

/** A node is known by its place in the list; 0 is the start. */
export interface Tree {
  readonly nodes: readonly Node[];
  /** The node that is looked at. */
  readonly at: number;
}

/** More than anybody plays through by hand, and an address that can still be sent. */
export const MOST_NODES = 1000;

const START: Node = { move: "", parent: 0, children: [], next: null };

export function seedling(): Tree {
  return { nodes: [START], at: 0 };
}

/** Plays a move where the tree is looked at: goes on where it was played before, else begins a variation. */
export function played(tree: Tree, move: string): Tree {
  const before = childOf(tree, tree.at, move);
  return before === null ? grown(tree, move) : at(tree, before);
}

/** Puts a whole line in and goes to its first move. */
export function planted(tree: Tree, moves: readonly string[]): Tree {
  const [first, ...rest] = moves;
  if (first === undefined) return tree;
  const begun = played(tree, first);
  return at(rest.reduce(played, begun), begun.at);
}

/** Looks at a node. Steps forward lead here from now on. */
export function at(tree: Tree, node: number): Tree {
  if (!tree.nodes[node]) return tree;
  const nodes = [...tree.nodes];
  for (const id of pathTo(tree, node)) {
    const { parent } = nodeOf(tree, id);
    nodes[parent] = { ...(nodes[parent] ?? START), next: id };
  }
  return { nodes, at: node };
}

export function back(tree: Tree): Tree {
  return { ...tree, at: nodeOf(tree, tree.at).parent };
}

export function forward(tree: Tree): Tree {
  return { ...tree, at: nodeOf(tree, tree.at).next ?? tree.at };
}

export function toStart(tree: Tree): Tree {
  return { ...tree, at: 0 };
}

export function toEnd(tree: Tree): Tree {
  let node = tree.at;
  for (let next = nodeOf(tree, node).next; next !== null; next = nodeOf(tree, node).next) node = next;
  return { ...tree, at: node };
}

/** Takes a move away, with all that followed it. The start stays. */
export function pruned(tree: Tree, node: number): Tree {
  if (node === 0 || !tree.nodes[node]) return tree;
  const { parent } = nodeOf(tree, node);
  const within = pathTo(tree, tree.at).includes(node);
  const children = nodeOf(tree, parent).children.filter((child) => child !== node);
  const { next } = nodeOf(tree, parent);
  const kept = { ...nodeOf(tree, parent), children, next: next === node ? (children[0] ?? null) : next };
  return { nodes: tree.nodes.with(parent, kept), at: within ? parent : tree.at };
}

/** Makes the line that leads to a node the main one. */
export function promoted(tree: Tree, node: number): Tree {
  const nodes = [...tree.nodes];
  for (const id of pathTo(tree, node)) {
    const { parent } = nodeOf(tree, id);
    const from = nodes[parent] ?? START;
    nodes[parent] = { ...from, children: [id, ...from.children.filter((child) => child !== id)] };
  }
  return { ...tree, nodes };
}

/** The same moves as the server writes them. */
export function renamed(tree: Tree, node: number, moves: readonly string[]): Tree {
  const path = pathTo(tree, node);
  const changed = path.filter((id, ply) => moves[ply] !== undefined && moves[ply] !== nodeOf(tree, id).move);
  if (changed.length === 0) return tree;
  const nodes = [...tree.nodes];
  for (const [ply, id] of path.entries()) {
    nodes[id] = { ...nodeOf(tree, id), move: moves[ply] ?? nodeOf(tree, id).move };
  }
  return { ...tree, nodes };
}

/** From the first move to the node. */
export function pathTo(tree: Tree, node: number): readonly number[] {
  const path: number[] = [];
  for (let id = node; id !== 0; id = nodeOf(tree, id).parent) path.unshift(id);
  return path;
}

export function movesTo(tree: Tree, node: number): readonly string[] {
  return pathTo(tree, node).map((id) => nodeOf(tree, id).move);
}

export function nodeOf(tree: Tree, node: number): Node {
  return tree.nodes[node] ?? START;
}

/** Whether the line that is looked at leaves the main one somewhere. */
export function isAside(tree: Tree, node: number): boolean {
  return pathTo(tree, node).some((id) => nodeOf(tree, nodeOf(tree, id).parent).children[0] !== id);
}

/** As text, and the nodes in the order in which the text has them. */
export function textOf(tree: Tree): { readonly text: string; readonly order: readonly number[] } {
  const order: number[] = [];
  const write = (begin: readonly number[]): string => {
    const words: string[] = [];
    for (let siblings = begin; siblings.length > 0; ) {
      const [main = 0, ...others] = siblings;
      order.push(main);
      words.push(nodeOf(tree, main).move, ...others.map((other) => `(${write([other])})`));
      siblings = nodeOf(tree, main).children;
    }
    return words.join(" ");
  };
  const text = write(nodeOf(tree, 0).children);
  return { text, order };
}

/** The tree that a text describes, looked at from its start; null when the brackets do not fit, or it is too large. */
export function treeOf(text: string): Tree | null {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  let tree = seedling();
  /** Where each open bracket goes back to. */
  const open: number[] = [];
  for (const token of tokens) {
    if (token === "(") {
      if (tree.at === 0) return null;
      open.push(tree.at);
      tree = back(tree);
    } else if (token === ")") {
      const before = open.pop();
      if (before === undefined) return null;
      tree = { ...tree, at: before };
    } else {
      const moved = played(tree, token);
      if (moved === tree) return null;
      tree = moved;
    }
  }
  if (open.length > 0) return null;
  return { nodes: tree.nodes.map((node) => ({ ...node, next: node.children[0] ?? null })), at: 0 };
}

function grown(tree: Tree, move: string): Tree {
  if (tree.nodes.length > MOST_NODES) return tree;
  const id = tree.nodes.length;
  const from = nodeOf(tree, tree.at);
  const nodes = tree.nodes.with(tree.at, { ...from, children: [...from.children, id], next: id });
  return { nodes: [...nodes, { move, parent: tree.at, children: [], next: null }], at: id };
}

function childOf(tree: Tree, node: number, move: string): number | null {
  return nodeOf(tree, node).children.find((child) => nodeOf(tree, child).move === move) ?? null;
}

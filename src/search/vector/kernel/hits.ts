/** Whether memory `one` comes before memory `other`. */
// @ts-ignore: decorator
@external("order", "isBefore")
declare function isBefore(one: i32, other: i32): bool;

/** A hit: slot (i32), memory (i32), score (f32). */
const bytesPerHit: usize = 12;

/** The address of the best hits so far, best first, each memory once. */
let hits: usize = 0;
let most: i32 = 0;
export let hitCount: i32 = 0;

/** The score that a slot must reach. */
export let leastScore: f32 = -Infinity;

export function beginHits(at: usize, atMost: i32): void {
  hits = at;
  most = atMost;
  hitCount = 0;
  leastScore = -Infinity;
}

/** Adds a slot if it puts its memory (`owner`) among the best. */
export function offer(slot: i32, owner: i32, score: f32): void {
  let index = indexOf(owner);
  if (index < hitCount) {
    if (score <= scoreAt(index)) return;
  } else if (hitCount < most) {
    hitCount++;
  } else {
    index = most - 1;
    if (!comesFirst(score, owner, index)) return;
  }
  for (; index > 0 && comesFirst(score, owner, index - 1); index--) memory.copy(at(index), at(index - 1), bytesPerHit);
  store<i32>(at(index), slot);
  store<i32>(at(index), owner, 4);
  store<f32>(at(index), score, 8);
  if (hitCount == most) leastScore = scoreAt(most - 1);
}

function indexOf(owner: i32): i32 {
  let index = 0;
  while (index < hitCount && load<i32>(at(index), 4) != owner) index++;
  return index;
}

function comesFirst(score: f32, owner: i32, index: i32): bool {
  const present = scoreAt(index);
  return score > present || (score == present && isBefore(owner, load<i32>(at(index), 4)));
}

// @ts-ignore: decorator
@inline
function at(index: i32): usize {
  return hits + <usize>index * bytesPerHit;
}

// @ts-ignore: decorator
@inline
function scoreAt(index: i32): f32 {
  return load<f32>(at(index), 8);
}

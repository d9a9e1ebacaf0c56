/** Of two memories with equal scores, whether the first is to come first. */
// @ts-ignore: decorator
@external("order", "isBefore")
declare function isBefore(one: i32, other: i32): bool;

/** The best so far, best first, each memory once: slot (i32), memory (i32), score (f32). */
const bytesPerHit: usize = 12;

let hits: usize = 0;
let most: i32 = 0;
export let hitCount: i32 = 0;

/** What a slot must score to be looked at. */
export let leastScore: f32 = -Infinity;

export function beginHits(at: usize, atMost: i32): void {
  hits = at;
  most = atMost;
  hitCount = 0;
  leastScore = -Infinity;
}

/** Takes a slot in where its memory is among the best by it. */
export function offer(slot: i32, owner: i32, score: f32): void {
  let place = placeOf(owner);
  if (place < hitCount) {
    if (score <= scoreAt(place)) return;
  } else if (hitCount < most) {
    hitCount++;
  } else {
    place = most - 1;
    if (!comesFirst(score, owner, place)) return;
  }
  for (; place > 0 && comesFirst(score, owner, place - 1); place--) memory.copy(at(place), at(place - 1), bytesPerHit);
  store<i32>(at(place), slot);
  store<i32>(at(place), owner, 4);
  store<f32>(at(place), score, 8);
  if (hitCount == most) leastScore = scoreAt(most - 1);
}

function placeOf(owner: i32): i32 {
  let place = 0;
  while (place < hitCount && load<i32>(at(place), 4) != owner) place++;
  return place;
}

function comesFirst(score: f32, owner: i32, place: i32): bool {
  const there = scoreAt(place);
  return score > there || (score == there && isBefore(owner, load<i32>(at(place), 4)));
}

// @ts-ignore: decorator
@inline
function at(place: i32): usize {
  return hits + <usize>place * bytesPerHit;
}

// @ts-ignore: decorator
@inline
function scoreAt(place: i32): f32 {
  return load<f32>(at(place), 8);
}

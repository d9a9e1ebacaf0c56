/** Short texts with the same number of tokens in any usual vocabulary, so a batch of them needs no padding. */
export const short = ['the cat sat on the mat', 'the dog ran in the park', 'the man read to the boy'];

/** About 80 tokens: tests late token positions and, in a batch with a short text, much padding. */
const story = [
  'My grandfather kept bees behind the old barn until the summer when the river rose.',
  'He wore a white hat with a veil and moved slowly, since hurry, he said, is what makes them sting.',
  'Every evening he wrote the weight of each hive into a notebook with a brown cover.',
  'On its last page there is a single line about',
].join(' ');

/** Two long texts that differ only in their last words. */
export const long = [
  `${story} the winter in which all of them died.`,
  `${story} his plan to buy a sailing boat.`,
] as const;

/** Texts of a pair have the same meaning but share only common words, so a model that only compares words fails. */
export const pairs: readonly (readonly [string, string])[] = [
  ['the car would not start', 'A dead battery left our vehicle in the garage.'],
  ['where to eat good pizza', 'An Italian restaurant with a wood oven.'],
  ['the doctor prescribed antibiotics', 'She takes medicine for her infection.'],
  ['our team scored in the last minute', 'The football match was decided by a late goal.'],
  ['a storm flooded the coast', 'Heavy rain and wind damaged houses by the sea.'],
  ['he plays the violin in an orchestra', 'A musician performed a classical concert on stage.'],
  ['the kitten chased a mouse', 'Cats hunt small rodents.'],
  ['students sat their final exams', 'Pupils at school took a difficult test.'],
];

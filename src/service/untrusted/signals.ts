import type { Concept, Hit } from './lexicon.ts';

/** Why a text looks like instructions to a model. */
export const reasons = [
  'overrides-instructions',
  'imitates-roles',
  'removes-limits',
  'requests-secrets',
  'conceals',
  'addresses-model',
  'directs-answers',
  'hidden-text',
] as const;

export type Reason = (typeof reasons)[number];

export interface Signal {
  reason: Reason;
  /** Strengths of signals near each other add up. From a sum of 1 on, a text is marked. */
  strength: number;
  /** The offsets in a folded text at which the signal begins. */
  find(text: string, hits: Map<Concept, Hit[]>): number[];
}

/**
 * Returns a function that makes signals. Such a signal finds one word of each concept, in this order, each word at most
 * `gap` UTF-16 code units after the one before. With `inSentence`, all words must be in one sentence.
 */
const wordsWithin =
  ({ gap, inSentence }: { gap: number; inSentence: boolean }) =>
  (reason: Reason, strength: number, ...concepts: Concept[]): Signal => ({
    reason,
    strength,
    find: (_, hits) => (concepts.every((concept) => hits.has(concept)) ? inOrder(hits, concepts, gap, inSentence) : []),
  });

const words = wordsWithin({ gap: 60, inSentence: true });
const beside = wordsWithin({ gap: 12, inSentence: true });
const apart = wordsWithin({ gap: 100, inSentence: false });

/**
 * A signal found by a regular expression, whose repetitions are all bounded. `part` is a text that every match
 * contains.
 */
const pattern = (reason: Reason, strength: number, part: string, expression: RegExp): Signal => ({
  reason,
  strength,
  find: (text) => (text.includes(part) ? Array.from(text.matchAll(expression), ({ index }) => index) : []),
});

/** The offsets at which a series of words begins, as described at `wordsWithin`. */
function inOrder(hits: Map<Concept, Hit[]>, [first, ...others]: Concept[], gap: number, inSentence: boolean): number[] {
  let found = (hits.get(first!) ?? []).map((hit) => ({ ...hit, from: hit.start }));
  for (const concept of others) {
    if (found.length === 0) return [];
    const next: typeof found = [];
    let index = 0;
    for (const hit of hits.get(concept) ?? []) {
      while (index + 1 < found.length && found[index + 1]!.end <= hit.start) index++;
      const last = found[index]!;
      if (last.end > hit.start || hit.start - last.end > gap) continue;
      if (!inSentence || last.sentence === hit.sentence) next.push({ ...hit, from: last.from });
    }
    found = next;
  }
  return found.map(({ from }) => from);
}

const modelTag =
  /<\/?(?:system|system[-_](?:prompt|message)|assistant|developer|instructions?|tool[-_](?:call|result|response)|function[-_](?:call|results?)|important|untrusted)>/g;

export const signals: Signal[] = [
  words('overrides-instructions', 1, 'drop', 'prior', 'rules'),
  words('overrides-instructions', 1, 'drop', 'rules', 'prior'),
  words('overrides-instructions', 1, 'prior', 'rules', 'drop'),
  words('overrides-instructions', 1, 'rules', 'prior', 'drop'),
  words('overrides-instructions', 1, 'prior', 'rules', 'void'),
  words('overrides-instructions', 1, 'rules', 'prior', 'void'),
  words('overrides-instructions', 0.5, 'drop', 'rules'),
  words('overrides-instructions', 0.3, 'rules', 'drop'),
  words('overrides-instructions', 0.6, 'drop', 'everything'),
  words('overrides-instructions', 0.5, 'newTask'),
  words('overrides-instructions', 0.5, 'obey'),

  pattern('imitates-roles', 1, '<|', /<\|(?:im_start|im_end|system|user|assistant|end|eot_id|start_header_id)\|>/g),
  pattern('imitates-roles', 1, '[', /\[\/?inst\]/g),
  pattern('imitates-roles', 1, '<<', /<<\/?sys>>/g),
  pattern('imitates-roles', 1, '##', /^#{2,4} ?(?:system|assistant|human) ?:/gm),
  pattern('imitates-roles', 0.6, 'role', /"?role"? ?: ?"(?:system|developer|assistant)"/g),
  pattern('imitates-roles', 0.8, '<', modelTag),
  pattern(
    'imitates-roles',
    0.5,
    '</',
    /<\/(?:context|document|user[-_](?:input|message|query)|data|memory|memories)>/g,
  ),
  pattern('imitates-roles', 0.4, ':', /^ ?(?:system|assistant|human|developer|ai) ?:/gm),
  pattern(
    'imitates-roles',
    0.5,
    ' of ',
    /(?:\[|=|--) ?(?:end|start|begin) of (?:document|context|user input|input|data|conversation|text|system prompt)/g,
  ),
  words('imitates-roles', 0.5, 'authority'),

  words('removes-limits', 1, 'become', 'unbound'),
  words('removes-limits', 1, 'is', 'unbound'),
  words('removes-limits', 0.6, 'unbound', 'off'),
  words('removes-limits', 0.6, 'unbound', 'model'),
  words('removes-limits', 0.6, 'become', 'model'),
  words('removes-limits', 0.4, 'unbound'),
  words('removes-limits', 0.5, 'drop', 'unbound'),
  words('removes-limits', 0.5, 'drop', 'model'),

  words('requests-secrets', 1, 'tell', 'secret'),
  words('requests-secrets', 1, 'secret', 'tell'),
  words('requests-secrets', 0.4, 'tell', 'belongings'),
  apart('requests-secrets', 0.3, 'send', 'address'),
  apart('requests-secrets', 0.5, 'belongings', 'address'),
  apart('requests-secrets', 0.5, 'send', 'belongings'),
  apart('requests-secrets', 0.4, 'belongings', 'send'),
  beside('requests-secrets', 0.4, 'belongings', 'user'),
  beside('requests-secrets', 0.4, 'user', 'belongings'),
  pattern('requests-secrets', 1, '](', /\]\(https?:\/\/[^)\s{[<%]{1,200}(?:\{|\[|%7b|<)[^)\s]{0,80}\)/g),

  words('conceals', 0.5, 'hide'),
  words('conceals', 0.5, 'hide', 'user'),
  words('conceals', 0.5, 'user', 'hide'),

  words('addresses-model', 1, 'ifYou', 'model'),
  words('addresses-model', 0.6, 'notice', 'model'),
  beside('addresses-model', 0.8, 'model', 'reading'),
  words('addresses-model', 0.5, 'model', 'answer'),
  words('addresses-model', 0.5, 'model', 'send'),
  words('addresses-model', 0.5, 'model', 'hide'),
  words('addresses-model', 0.5, 'you', 'model'),
  words('addresses-model', 0.5, 'model', 'you'),
  words('addresses-model', 0.4, 'called'),

  words('directs-answers', 0.5, 'when', 'answer'),
  words('directs-answers', 0.5, 'when', 'user'),
  words('directs-answers', 0.4, 'when', 'model'),
  apart('directs-answers', 0.4, 'hide', 'answer'),
  apart('directs-answers', 0.4, 'answer', 'hide'),
  words('directs-answers', 0.3, 'answer'),
  words('directs-answers', 0.5, 'yourAnswer'),
  words('directs-answers', 0.5, 'unasked'),
  words('directs-answers', 0.2, 'tool'),
];

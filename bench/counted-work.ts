/** Sections of docs/performance.md about figures that don't depend on the machine's load, or were measured only once. */
export const countedWork = `## IndexedDB transactions
How many transactions the extension starts for a search. At each pause in typing, it searches by word, then by word and meaning.

|  | before | now |
| --- | ---: | ---: |
| search by word | 4 | 1 |
| search by word and meaning | 5 | 1 |
| a pause in typing | 9, two of them writes | 2, none a write |

Goal: at most three for a pause in typing, none of them a write. With a phrase filter, the first pause in typing needs one more transaction. A request with a token also writes the token’s rate-limit window. Counted by \`test/unit/extension/engine/search-cost.test.ts\`, and in Chromium by \`test/e2e/search-cost.long.chromium.test.ts\`.

## The tests
\`npm test\` on two quiet cores: 32 minutes before it was made faster, 7 to 9 minutes after (402 to 542 s on each of the five days; 652 and 631 s beside a benchmark). Goal: at most ten minutes.
`;

/** The IndexedDB transactions of a search, all of them reads. Tests compare them with what the extension starts. */
export const transactions = { keyword: 1, hybrid: 1, pause: 2 };

/** Sections of docs/performance.md whose figures don't depend on the machine's load, or were measured only once. */
export const countedWork = `## IndexedDB transactions
How many transactions the extension starts for a search. At each pause in typing, it searches by word, then by word and meaning.

|  | before | now |
| --- | ---: | ---: |
| search by word | 4 | ${transactions.keyword} |
| search by word and meaning | 5 | ${transactions.hybrid} |
| a pause in typing | 9, two of them writes | ${transactions.pause}, none a write |

Goal: at most three for a pause in typing, none of them a write. With a phrase filter, the first pause in typing needs one more transaction. A request with a token also writes the token’s rate-limit window. Counted by \`test/unit/extension/engine/search-cost.test.ts\`, and in Chromium by \`test/e2e/search-cost.long.chromium.test.ts\`.

## The tests
On two cores, \`npm test\` took 32 minutes before it was made faster, and takes 4.5 to 9 minutes now: 269 to 277 s on the fastest machine if it is quiet, 368 and 397 s there beside a benchmark, and 402 to 542 s on others. Goal: at most ten minutes. A machine with a quarter of the fastest one's speed took 19 minutes. \`npm run near\` takes 8 s after a change of one file of the search (goal: 20 s).
`;

import { vocabularyPath } from '../../../../../src/embed/minilm/model.ts';
import { publishedTokenizer } from '../../../../../bench/embed/published-tokenizer.ts';
import { read } from '../modules.ts';

const tokenizer = publishedTokenizer(new TextDecoder().decode(read(vocabularyPath)));

/** The tokens that `@huggingface/tokenizers` splits a text into, without the special tokens before and after it. */
export const tokensByOracle = (text: string): number[] => tokenizer.encode(text).ids;

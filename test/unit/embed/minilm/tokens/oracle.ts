import { vocabularyPath } from '../../../../../src/embed/minilm/model.ts';
import { publishedTokenizer } from '../../../../../bench/embed/published-tokenizer.ts';
import { read } from '../modules.ts';

const tokenizer = publishedTokenizer(new TextDecoder().decode(read(vocabularyPath)));

/** The tokens of a text by `@huggingface/tokenizers`, without the special tokens before and after it. */
export const tokensByOracle = (text: string): number[] => tokenizer.encode(text).ids;

import { Tokenizer } from '@huggingface/tokenizers';
import { read } from '../modules.ts';
import { vocabularyPath } from '../../../../../src/embed/minilm/model.ts';

const entries = new TextDecoder().decode(read(vocabularyPath)).trimEnd().split('\n');

/** What the model's own `tokenizer.json` says, but for its special tokens in the middle of a text: there they are text to us. */
const published = new Tokenizer(
  {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100, vocab: Object.fromEntries(entries.map((entry, index) => [entry, index])) },
  },
  { tokenizer_class: 'BertTokenizer', unk_token: '[UNK]' },
);

/** The tokens of a text by `@huggingface/tokenizers`, without those before and after. */
export const tokensByOracle = (text: string): number[] => published.encode(text).ids;

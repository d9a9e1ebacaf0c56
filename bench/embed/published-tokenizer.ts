import { Tokenizer } from '@huggingface/tokenizers';

/**
 * A tokenizer with the settings of MiniLM's `tokenizer.json`, with these differences: it cuts and pads no text, adds no
 * special tokens, and treats special tokens that a text contains as plain text. `vocabulary`: one entry per line.
 */
export function publishedTokenizer(vocabulary: string): Tokenizer {
  const entries = vocabulary.trimEnd().split('\n');
  return new Tokenizer(
    {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: [],
      normalizer: {
        type: 'BertNormalizer',
        clean_text: true,
        handle_chinese_chars: true,
        strip_accents: null,
        lowercase: true,
      },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: null,
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(entries.map((entry, index) => [entry, index])),
      },
    },
    { tokenizer_class: 'BertTokenizer', unk_token: '[UNK]' },
  );
}

import { en } from './en.ts';

export type WordKey = keyof typeof en;

/** The texts of a language. A plural has the forms of that language, always including `other`. */
export type Dictionary = Record<WordKey, string | PluralForms>;
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;
type TextOf<Entry> = Entry extends string ? Entry : Entry[keyof Entry];
type Values<K extends WordKey> = Record<Placeholders<TextOf<(typeof en)[K]>>, string | number>;

/** Returns the text of a key with its placeholders filled and numbers formatted for the locale. */
export type Translate = <K extends WordKey>(
  key: K,
  ...values: keyof Values<K> extends never ? [] : [Values<K>]
) => string;

export function translator(dictionary: Dictionary = en, locale = 'en'): Translate {
  const plural = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);
  return (key, ...rest) => {
    const values: Record<string, string | number> = rest[0] ?? {};
    const entry = dictionary[key];
    const text = typeof entry === 'string' ? entry : (entry[plural.select(Number(values['count']))] ?? entry.other);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      return typeof value === 'number' ? number.format(value) : String(value);
    });
  };
}

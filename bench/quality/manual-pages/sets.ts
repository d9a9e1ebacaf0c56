import type { QuestionSet } from '../sets.ts';
import { pagesOf, type PageLanguage, type PageSource } from './fetch.ts';
import { sectionsOf } from './roff.ts';

const language = (tag: string, packages: string[], description: RegExp, folder = tag): PageLanguage => ({
  tag,
  packages,
  folder,
  description,
});

/** Languages that the models know and that have enough usable pages. */
export const pageLanguages: PageLanguage[] = [
  language('en', ['manpages', 'manpages-dev'], /^DESCRIPTION/, '.'),
  language('de', ['manpages-de', 'manpages-de-dev'], /^BESCHREIBUNG/),
  language('fr', ['manpages-fr', 'manpages-fr-dev'], /^DESCRIPTION/),
  language('es', ['manpages-es', 'manpages-es-dev'], /^DESCRIPCI[OÓ]N/),
  language('pl', ['manpages-pl', 'manpages-pl-dev'], /^OPIS/),
  language('ru', ['manpages-ru', 'manpages-ru-dev'], /^ОПИСАНИЕ/),
  language('ja', ['manpages-ja', 'manpages-ja-dev'], /^(説明|解説)/),
  language('zh', ['manpages-zh'], /^(描述|说明|總覽|描述\/说明|DESCRIPTION|描述 \(DESCRIPTION\))/, 'zh_CN'),
  language('zh-TW', ['manpages-zh'], /^(描述|說明|DESCRIPTION)/, 'zh_TW'),
];

/** Pages per language, spread evenly over all usable pages. */
const pages = 300;
/** The maximum length of a description in characters. A longer description is cut at a word. */
const longest = 1_000;
/** The minimum length of a description in characters. */
const shortest = 80;

/**
 * A question set in one language. A manual page's one-line description is the question, and its DESCRIPTION section is
 * the document to find. The page's names are removed from both.
 */
export function manualPageSet(pageLanguage: PageLanguage): QuestionSet {
  const all = unique(pagesOf(pageLanguage).flatMap((page) => questionOf(page, pageLanguage)));
  if (all.length < pages) throw new Error(`Only ${all.length} manual pages in ${pageLanguage.tag} are usable.`);
  const chosen = Array.from({ length: pages }, (_, index) => all[Math.floor((index * all.length) / pages)]!);
  return {
    name: `manual pages, ${pageLanguage.tag}`,
    groups: [
      {
        documents: chosen.map(({ answer }) => answer),
        queries: chosen.map(({ text }, position) => ({ text, relevant: [position] })),
      },
    ],
  };
}

interface Question {
  text: string;
  answer: string;
}

/** Returns an empty list if the page isn't usable. */
function questionOf({ name, source }: PageSource, { tag, description }: PageLanguage): Question[] {
  const sections = sectionsOf(source);
  const [, names, summary] = /^(.*?)\s+[-–—]+\s+(.*)$/s.exec(sections[0]?.text ?? '') ?? [];
  const body = sections.find(({ title }) => description.test(title.toUpperCase()))?.text;
  if (names === undefined || summary === undefined || body === undefined) return [];
  if (tag !== 'en' && isEnglish(body)) return [];
  const without = withoutNames([name, ...names.split(/[,、，\s]+/)]);
  const [text, answer] = [
    without(summary),
    without(body)
      .slice(0, longest)
      .replace(/\s\S*$/, ''),
  ];
  return answer.length < shortest || !/\p{L}.*\p{L}/u.test(text) ? [] : [{ text, answer }];
}

/** Whether a text is largely English: some pages are only partly translated. */
function isEnglish(text: string): boolean {
  const articles = text.match(/\bthe\b/gi)?.length ?? 0;
  return articles > text.split(/\s+/).length / 50;
}

function withoutNames(names: string[]): (text: string) => string {
  const escaped = names
    .filter((name) => name.length > 1)
    .map((name) => name.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  const pattern = new RegExp(`(?<![A-Za-z0-9_])(?:${escaped.join('|')})(?![A-Za-z0-9_])(\\(\\d?\\))?`, 'giu');
  return (text) => text.replace(pattern, ' ').replace(/\s+/g, ' ').trim();
}

/** A question must have exactly one right answer. */
function unique(questions: Question[]): Question[] {
  const count = (values: string[]) => {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts;
  };
  const [texts, answers] = [count(questions.map(({ text }) => text)), count(questions.map(({ answer }) => answer))];
  return questions.filter(({ text, answer }) => texts.get(text) === 1 && answers.get(answer) === 1);
}

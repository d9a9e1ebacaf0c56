export function isDigits(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (!isDigit(word.charCodeAt(at))) return false;
  return word !== '';
}

function digitsIn(word: string): number {
  let digits = 0;
  for (let at = 0; at < word.length; at++) if (isDigit(word.charCodeAt(at))) digits++;
  return digits;
}

/** Whether a UTF-16 unit is 0 to 9. */
export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/**
 * Only a number of at least `shortestInGroups` characters, at least six of them digits, may be written in more than two
 * groups. Groups may differ in length if the number has only digits, at most `longestUnequal`. All other numbers have
 * groups of four.
 */
const [shortestInGroups, longestUnequal] = [7, 14];

/**
 * The ways to write a number in three or more groups. Telephone numbers have groups of two to five digits. After a
 * country code (+44 20 …), they lose their leading 0. Longer numbers, such as an IBAN, have groups of four.
 */
export function groupings(plain: string): string[][] {
  if (plain.length < shortestInGroups || digitsIn(plain) < shortestInGroups - 1) return [];
  const inFours = plain.match(/.{1,4}/g) ?? [];
  if (plain.length > longestUnequal || !isDigits(plain)) return inFours.length > 2 ? [inFours] : [];
  return [plain, ...(plain.startsWith('0') ? [plain.slice(1)] : [])].flatMap((number) =>
    [...inGroups(number)].filter(({ length }) => length > 2),
  );
}

function* inGroups(number: string): Generator<string[]> {
  if (number === '') yield [];
  for (let length = 2; length <= Math.min(5, number.length); length++)
    for (const rest of inGroups(number.slice(length))) yield [number.slice(0, length), ...rest];
}

/** Adjacent words that consist of digits. */
export interface DigitRun {
  start: number;
  words: number;
  digits: string;
}

/** For each word that consists of digits, the run that it belongs to. */
export function digitRuns(words: string[]): (DigitRun | undefined)[] {
  let run: DigitRun | undefined;
  return words.map((word, start) => {
    if (!isDigits(word)) return (run = undefined);
    if (run === undefined) return (run = { start, words: 1, digits: word });
    run.words++;
    run.digits += word;
    return run;
  });
}

/** Ways to write a telephone number. */
export interface TelephoneForms {
  /** Each written as one word; may include the digits as given. */
  words: string[];
  /** Each written as groups of digits next to each other. */
  groups: string[][];
}

/** The fewest and the most digits of a telephone number, without the zeros that it begins with. */
const [shortestTelephone, longestTelephone] = [7, 15];

/** The country codes (ITU-T E.164). None is the beginning of another, so a number has exactly one. */
const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
const countryCodes = Array.from({ length: 999 }, (_, index) => `${index + 1}`).filter(
  (code) => countryCode.exec(code)?.[0] === code,
);

/**
 * A telephone number as it is written with a country code, and without: +49 30 1234567, +49 (0)30 1234567,
 * 0049 30 1234567 and 030 1234567; in North America, +1 415 555 0123 and 415 555 0123. Undefined if the number is too
 * short or too long, or has neither `+`, a leading 0 nor ten digits.
 * @param isInternational whether `+` precedes the digits
 */
export function telephoneForms(digits: string, isInternational: boolean): TelephoneForms | undefined {
  const significant = digits.replace(/^0+/, '');
  if (significant.length < shortestTelephone || significant.length > longestTelephone) return undefined;
  if (!isInternational && !digits.startsWith('00')) {
    if (digits.startsWith('0'))
      return {
        words: [digits, significant, ...countryCodes.map((code) => code + significant)],
        groups: [...inAnyGroups(digits), ...inAnyGroups(significant)],
      };
    return digits.length === 10 ? { words: [digits, `1${digits}`], groups: inAnyGroups(digits) } : undefined;
  }
  const [code = ''] = countryCode.exec(significant) ?? [];
  const local = significant.slice(code.length).replace(/^0/, '');
  if (local.length < shortestTelephone - 1) return undefined;
  const localGroups = inAnyGroups(local);
  return {
    words: [code + local, `00${code}${local}`, `0${local}`, ...(code === '1' ? [local] : [])],
    groups: [
      ...[[code], [code, '0'], [`00${code}`]].flatMap((prefix) =>
        [[local], ...localGroups].map((groups) => [...prefix, ...groups]),
      ),
      ...inAnyGroups(`0${local}`),
      ...(code === '1' ? localGroups : []),
    ],
  };
}

/** The ways to write a number in two groups of any length, or in more groups of two to five digits. */
function inAnyGroups(number: string): string[][] {
  const groups = [...inGroups(number)].filter(({ length }) => length > 2);
  for (let end = 1; end < number.length; end++) groups.push([number.slice(0, end), number.slice(end)]);
  return groups;
}

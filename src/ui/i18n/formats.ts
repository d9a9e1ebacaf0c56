export type Formats = ReturnType<typeof formatsIn>;

/** Creates a value when it is first used: creating an Intl format takes about a millisecond. */
export function whenUsed<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

/** Formats sizes, shares, times, lists and language names for a locale. */
export function formatsIn(locale: string) {
  const megabytes = whenUsed(
    () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 }),
  );
  const percent = whenUsed(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const list = whenUsed(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const time = whenUsed(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }));
  const clock = whenUsed(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
  const day = whenUsed(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
  const collator = whenUsed(() => new Intl.Collator(locale));
  const names = whenUsed(() => new Intl.DisplayNames(locale, { type: 'language' }));
  return {
    /** A size such as `134 MB`; at least 1 MB. */
    size: (bytes: number) => megabytes().format(Math.max(1, Math.round(bytes / 1e6))),
    /** A share of 0..1 as a percentage. Less than 1 never shows as 100 %. */
    share: (share: number) => percent().format(share < 1 ? Math.min(share, 0.99) : 1),
    /** A time, given in ISO 8601, in the local time zone: `November 22, 2026 at 9:40 AM`. */
    time: (iso: string) => time().format(new Date(iso)),
    /** A future time, given in ISO 8601: `9:40 AM`. If it is more than 12 hours ahead, the date is shown too. */
    soon: (iso: string) => (Date.parse(iso) - Date.now() < 12 * 3_600_000 ? clock() : time()).format(new Date(iso)),
    /** The day of a time, given in ISO 8601, in the local time zone: `Nov 22, 2026`. */
    day: (iso: string) => day().format(new Date(iso)),
    /** The first day that a list shows, given its exclusive lower bound. */
    firstDay: (createdAfter: string) => day().format(Date.parse(createdAfter) + 1),
    /** The last day that a list shows, given its exclusive upper bound. */
    lastDay: (createdBefore: string) => day().format(Date.parse(createdBefore) - 1),
    list: (items: string[]) => list().format(items),
    /** The names of languages, given as BCP 47 tags, in alphabetical order. */
    languages: (tags: string[]) => list().format(tags.map((tag) => names().of(tag) ?? tag).sort(collator().compare)),
  };
}

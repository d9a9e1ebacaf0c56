/** The elements of a JSON array as texts; undefined if `json` isn't a JSON array. */
export function jsonTexts(json: string): string[] | undefined {
  if (!json.startsWith('[')) return undefined;
  try {
    return (JSON.parse(json) as unknown[]).map(String);
  } catch {
    return undefined;
  }
}

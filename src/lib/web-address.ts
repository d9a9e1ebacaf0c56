/** Whether a text is one http or https address. Rejects white space first: browsers differ on hosts that contain it. */
export function isWebAddress(text: string): boolean {
  return !/\s/.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

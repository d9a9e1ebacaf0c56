/** Decodes the labels of a host name that begin with `xn--` (RFC 3492). A label that can't be decoded stays. */
export function unicodeHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decoded(label.slice(4)) ?? label) : label))
    .join('.');
}

// The parameters of Punycode (RFC 3492, section 5): base, tmin, tmax, skew, damp, initial_bias and initial_n.
const base = 36;
const least = 1;
const most = 26;
const skew = 38;
const damp = 700;
const firstBias = 72;
const firstCode = 128;

function decoded(text: string): string | undefined {
  const end = Math.max(0, text.lastIndexOf('-'));
  const codes = Array.from(text.slice(0, end), (letter) => letter.codePointAt(0) ?? 0);
  let [code, position, bias] = [firstCode, 0, firstBias];
  for (let index = end > 0 ? end + 1 : 0; index < text.length;) {
    const before = position;
    for (let weight = 1, step = base; ; step += base) {
      const digit = digitOf(text[index++]);
      if (digit === undefined) return undefined;
      position += digit * weight;
      const threshold = Math.min(Math.max(step - bias, least), most);
      if (digit < threshold) break;
      weight *= base - threshold;
      if (position > 0x7fffffff || weight > 0x7fffffff) return undefined;
    }
    const length = codes.length + 1;
    bias = adapted(position - before, length, before === 0);
    code += Math.floor(position / length);
    position %= length;
    if (code > 0x10ffff) return undefined;
    codes.splice(position++, 0, code);
  }
  return String.fromCodePoint(...codes);
}

function digitOf(letter: string | undefined): number | undefined {
  if (letter === undefined) return undefined;
  const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter.toLowerCase());
  return digit === -1 ? undefined : digit;
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1;
  rest += Math.floor(rest / length);
  let steps = 0;
  for (; rest > ((base - least) * most) >> 1; steps += base) rest = Math.floor(rest / (base - least));
  return steps + Math.floor(((base - least + 1) * rest) / (rest + skew));
}

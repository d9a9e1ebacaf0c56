export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** @throws Refusal */
export function textIn(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  if (typeof value !== 'string' || value === '') throw new Refusal(422, 'bad_field', `${field} must be a text.`);
  return value;
}

/** @throws Refusal */
export function requireTexts(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw new Refusal(422, 'bad_field', 'tags must be a list of texts.');
  return value;
}

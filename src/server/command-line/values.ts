import { z } from 'zod';

/** What texts on a command line may stand for. Messages are the end of a sentence that begins with the option's name. */
export const switchedOn = z.boolean().default(false);

export const word = z.string('needs a value').min(1, 'needs a value');

export const words = z.array(word).default([]);

export const commaList = word.transform((text) => text.split(',').map((one) => one.trim()).filter((one) => one !== ''));

export const port = z
  .string()
  .refine((text) => /^\d+$/.test(text) && Number(text) <= 65_535, 'must be a whole number of 0 to 65535')
  .transform(Number);

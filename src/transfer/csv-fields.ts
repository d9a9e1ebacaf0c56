/** The fields of a memory that a column of a CSV file can be mapped to. */
export const csvFieldNames = [
  'content',
  'title',
  'url',
  'tags',
  'collection',
  'note',
  'created',
  'updated',
  'deleted',
  'id',
  'version',
  'source',
  'origin_source',
  'origin_created',
  'capture',
] as const;

export type CsvField = (typeof csvFieldNames)[number];

/** A file that can't be read, as one sentence for the user. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

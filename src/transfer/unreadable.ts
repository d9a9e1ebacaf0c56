/** A file that can't be read. The message is one sentence for the user. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** An encrypted file that the given passphrase doesn't open. */
export class WrongPassphrase extends UnreadableFile {}

/** The marks in users' texts, such as `«0.1a»`, each of which identifies one write. */
export const marksIn = (content: string): string[] => content.match(/«[^»]+»/g) ?? [];

/** The tags and the title. The oracle treats both alike. */
export const labelsOf = ({ tags, title }: { tags: string[]; title?: string | null }): string[] => [
  ...tags,
  ...(title == null ? [] : [title]),
];
/** Stands for a device whose profile was replaced. No device has this number. */
const formerProfile = -1;

interface Write {
  mark: string;
  /** The device that wrote the text, or the number of the other client. */
  device: number;
  /** The text need not be shown: a user has replaced it or deleted it for good, or its device has lost it. */
  isReplaced: boolean;
  /** The text may be lost: its own user has replaced it, someone has deleted it for good, or its device has lost it. */
  mayBeLost: boolean;
  isDeleted: boolean;
}

export const numberOf = (mark: string): number => Number.parseInt(mark.slice(mark.indexOf('.') + 1), 36);

/** Records what users and the server did, to know which texts, tags and titles must exist and which may exist twice. */
export class Oracle {
  readonly #writes = new Map<string, Write>();
  /** How many memories users made with a mark, if more than one. */
  readonly #made = new Map<string, number>();
  /** Marks that an edit of a memory added. */
  readonly #edited = new Set<string>();
  /** How many memories the server created, or refused because of the text, with each mark. */
  readonly #created = new Map<string, number>();
  /** The device that added each tag or title. */
  readonly #labels = new Map<string, number>();
  /** Devices that changed something besides the text, by mark. */
  readonly #filed = new Map<string, Set<number>>();
  /** Marks that a device no longer had, or no longer knew that it had sent, after its profile was replaced. */
  readonly #forgotten = new Set<string>();
  /** Marks of memories that another client deleted for good, which devices may create again. */
  readonly #remade = new Set<string>();
  /** Duplicates that their user took out of the trash. */
  readonly ownDuplicates = new Set<string>();
  /** The number of the newest own mark that each device sent to each memory, by device and path. */
  readonly #newest = new Map<string, number>();
  #count = 0;
  readonly #edits: [device: number, id: string][] = [];

  newMark(device: number): string {
    return `«${device}.${(++this.#count).toString(36)}»`;
  }

  /** A user on `device` has saved the memory `id` with the text `after`. `before`: its text until then; null if new. */
  saved(device: number, id: string, before: string | null, after: string): void {
    const kept = new Set(marksIn(after));
    for (const mark of before === null ? [] : marksIn(before)) {
      const write = this.#writes.get(mark);
      if (!write || kept.has(mark)) continue;
      write.isReplaced = true;
      if (write.device === device) write.mayBeLost = true;
    }
    const made = [...kept].filter((mark) => !this.#writes.has(mark));
    for (const mark of made)
      this.#writes.set(mark, { mark, device, isReplaced: false, mayBeLost: false, isDeleted: false });
    if (before !== null) for (const mark of made) this.#edited.add(mark);
    if (before !== null && made.length > 0) this.#edits.push([device, id]);
    else if (before === null) this.userMade([...kept].filter((mark) => !made.includes(mark)));
  }

  /** How many edits the text of this memory got on `device`, and how many edits all texts got on other devices. */
  edits(device: number, id: string): [here: number, elsewhere: number] {
    return [
      this.#edits.filter((edit) => edit[0] === device && edit[1] === id).length,
      this.#edits.filter((edit) => edit[0] !== device).length,
    ];
  }

  /**
   * `to` now has the profile of `from`, with the edits made there. Edits in the former profile of `to` count as edits
   * on another device. `unsent`: the memories that both devices will send, so there may be two of each.
   */
  copied(from: number, to: number, unsent: readonly { content: string }[]): void {
    for (const edit of this.#edits) if (edit[0] === to) edit[0] = formerProfile;
    for (const [device, id] of this.#edits.slice()) if (device === from) this.#edits.push([to, id]);
    for (const { content } of unsent) this.userMade([...new Set(marksIn(content))]);
  }

  userMade(marks: readonly string[]): void {
    for (const mark of marks) this.#made.set(mark, this.memoriesWith(mark) + 1);
  }

  /** A user on `device` has changed something besides the text of the memory with this text. */
  filed(device: number, content: string): void {
    for (const mark of marksIn(content)) this.#filed.set(mark, new Set([...(this.#filed.get(mark) ?? []), device]));
  }

  /**
   * A user on `device` has replaced the tags and the title `before` with `after`. Records only added labels that begin
   * with `own`, each of which is unique.
   */
  labelled(device: number, before: readonly string[], after: readonly string[]): void {
    for (const label of before) if (!after.includes(label)) this.#labels.delete(label);
    for (const label of after) if (label.startsWith('own') && !before.includes(label)) this.#labels.set(label, device);
  }

  /** Tags and titles that must still be there, and where they were added. */
  get standingLabels(): [label: string, device: number][] {
    return [...this.#labels];
  }

  /** A user has moved the memory with this text to the trash, or has deleted it for good. */
  deleted(content: string, { forGood }: { forGood: boolean }): void {
    for (const mark of marksIn(content)) {
      const write = this.#writes.get(mark);
      if (write) write.isDeleted = true;
      if (write && forGood) write.isReplaced = write.mayBeLost = true;
    }
  }

  /** Another client has deleted the memory with this text for good. Each device that has edited it creates it again. */
  erasedElsewhere(content: string): void {
    this.deleted(content, { forGood: true });
    for (const mark of marksIn(content)) this.#remade.add(mark);
  }

  /** A user on `device` has deleted for good a memory that had this text before sync replaced the text. */
  erasedVersion(device: number, content: string): void {
    for (const mark of marksIn(content)) {
      const write = this.#writes.get(mark);
      if (write?.device === device) write.isReplaced = write.mayBeLost = true;
    }
  }

  /** A user has removed these tags or titles, or deleted their memory for good. */
  unlabelled(labels: readonly string[]): void {
    for (const label of labels) this.#labels.delete(label);
  }

  /**
   * The device has lost what only it had, for example because it went back to an old profile. `kept`: the marks that it
   * still has; `sent`: the marks that it has sent but no longer records as sent.
   */
  forget(device: number, kept: ReadonlySet<string>, sent: ReadonlySet<string>): void {
    for (const write of this.#writes.values())
      if (write.device === device) {
        if (!kept.has(write.mark)) write.isReplaced = write.mayBeLost = true;
        if (!kept.has(write.mark) || sent.has(write.mark)) this.#forgotten.add(write.mark);
      }
    for (const [tag, author] of this.#labels) if (author === device) this.#labels.delete(tag);
  }

  /** Writes that their device must still have, at least as an earlier version. */
  get kept(): Write[] {
    return [...this.#writes.values()].filter(({ mayBeLost }) => !mayBeLost);
  }

  /** Writes that every device must still show. */
  get standing(): Write[] {
    return [...this.#writes.values()].filter(({ isReplaced }) => !isReplaced);
  }

  serverCreated(content: string): void {
    for (const mark of new Set(marksIn(content))) this.#created.set(mark, (this.#created.get(mark) ?? 0) + 1);
  }

  /**
   * Records that the server has accepted this text, sent by `device` to `path`. Returns false if `device` sent a newer
   * mark of its own to `path` before. Returns true for a text without marks of `device`.
   */
  recordSent(device: number, path: string, content: string): boolean {
    const own = marksIn(content).filter((mark) => this.#writes.get(mark)?.device === device);
    if (own.length === 0) return true;
    const sent = `${device} ${path}`;
    const newest = Math.max(...own.map(numberOf));
    const isLater = newest >= (this.#newest.get(sent) ?? 0);
    if (isLater) this.#newest.set(sent, newest);
    return isLater;
  }

  /** Whether the server created more memories with this mark than users made, or devices may create one again. */
  arrivedTwice(mark: string): boolean {
    if (this.#remade.has(mark)) return true;
    return (this.#created.get(mark) ?? 0) > this.memoriesWith(mark) - (this.#edited.has(mark) ? 1 : 0);
  }

  /**
   * Whether devices can't recognise a duplicate with this mark: two devices changed something besides the text, or the
   * mark's device has forgotten the mark or that it was sent.
   */
  isUnrecognisable(mark: string): boolean {
    return this.#forgotten.has(mark) || (this.#filed.get(mark)?.size ?? 0) > 1;
  }

  memoriesWith(mark: string): number {
    return this.#made.get(mark) ?? 1;
  }

  /** Whether a user deleted the memory with this mark, or replaced its text and may have deleted it later. */
  mayBeDeleted(mark: string): boolean {
    const write = this.#writes.get(mark);
    return write !== undefined && (write.isDeleted || write.isReplaced);
  }
}

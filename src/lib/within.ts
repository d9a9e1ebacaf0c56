/** What `work` comes to, or undefined once so many milliseconds have gone by. */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  const limit = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => limit.resolve(undefined), milliseconds);
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer));
}

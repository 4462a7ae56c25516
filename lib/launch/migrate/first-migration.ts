import { LaunchError } from '#lib/launch/program/launch-error.ts'

export type NamedMigration = { readonly name: string; readonly checksum: string }

/** Sums up the 48 migrations before the first release, the last of which was this one. */
const lastSummedUp = '0063_what_is_over'
const firstName = '0001_first'

function isSummedUp(name: string): boolean {
  return name <= lastSummedUp && name !== firstName
}

/**
 * The history of a database or a backup, oldest first, in today's names: the first migration stands for those that it sums up.
 * @throws LaunchError when some of them were never applied
 */
export function inTodaysNames(
  applied: readonly NamedMigration[],
  first: NamedMigration | undefined,
): readonly NamedMigration[] {
  if (first?.name !== firstName || !applied.some(({ name }) => isSummedUp(name))) return applied
  if (applied.some(({ name }) => name === lastSummedUp))
    return [first, ...applied.filter(({ name }) => !isSummedUp(name))]
  throw new LaunchError(
    `The database is of an early version of Skylark, whose last migration is ${applied.at(-1)?.name}. ` +
      `Bring it to ${lastSummedUp} with a version that has this migration; then start this version again.`,
  )
}

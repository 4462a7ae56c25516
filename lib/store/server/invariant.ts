import { Prisma } from '#lib/store/generated/client.ts'

/** Something that holds whenever nothing is being changed, and a statement whose rows ("what") break it. */
export type Invariant = { readonly name: string; readonly broken: Prisma.Sql }

/** The facts that the invariants are looked at with. */
export type VerifyMoment = {
  readonly now: number
  /** Of the clock: what takes the machine a second takes so many of its own. */
  readonly speed: number
}

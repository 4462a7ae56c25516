import { Prisma } from '#lib/store/generated/client.ts'

/**
 * Whether a posting was there long before the document that brought it: the window has grown, or it was sorted to the top again.
 * It is shown in its place in time; of how often its source posts it says nothing.
 */
export function hasSurfaced(posting: {
  readonly isInitial: boolean
  readonly notBeforeAt: number | null
}): boolean {
  return posting.isInitial && posting.notBeforeAt !== null
}

/** Postings of which `hasSurfaced` is false, of "posting" g. */
export const hasNotSurfaced = Prisma.sql`NOT (g."isInitial" AND g."notBeforeAt" IS NOT NULL)`

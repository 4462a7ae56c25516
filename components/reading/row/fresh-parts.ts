'use client'

/** Parts of the rows of the fresh list, in one file: the way to each further file costs as much as what is in it. */
export { CheckRing } from './check-ring.tsx'
export { RowTrace } from './row-trace.tsx'

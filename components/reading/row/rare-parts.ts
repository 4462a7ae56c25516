'use client'

/** Parts that few rows and texts have, in one file: the way to each further file costs as much as what is in it. */
export { PostingClones } from './posting-clones.tsx'
export { RowLabels, TextLabels } from './posting-labels.tsx'

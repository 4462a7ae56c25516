import type { PolicyName } from './types.ts'

/** The policies for people: a name and what it does, in a sentence. */
export const policyDescriptions: Readonly<
  Record<PolicyName, { readonly title: string; readonly text: string }>
> = {
  'minimum-delay': {
    title: 'Minimum delay',
    text: 'Spends the budget where it shortens the wait most: polls grow with the square root of weight × postings, and fall just after the hours in which a source posts.',
  },
  mavsync: {
    title: 'MAVSync',
    text: 'Predicts the next posting of each source from the gaps between its last ones and polls then. Knows no budget: about one poll per posting.',
  },
  uniform: {
    title: 'Uniform',
    text: 'Gives every source the same number of polls, evenly spaced. For comparison.',
  },
}

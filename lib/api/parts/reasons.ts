import type { Reason } from '#lib/policy/basics/reason.ts'

/** Why something was decided or went wrong: a code with values (lib/policy/basics/reason.ts), and the same as an English sentence, times in UTC. */
export type ReasonItem = Reason & { readonly text: string }

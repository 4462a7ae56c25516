import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/**
 * Least score of a password, 0–4. Three stands for 10⁸ guesses: online guessing is limited long before, and a stolen hash (scrypt)
 * holds for a while.
 */
const leastScore = 3

/** The time that a judgement takes grows with the square of the length, and strangers choose the password. More characters make none weaker. */
const mostJudged = 64

let loaded: Promise<ZxcvbnFactory> | undefined

/** The library has 49,000 known passwords: it is loaded when somebody sets a password, not before. A load that failed is tried again. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

/**
 * Whether somebody who knows common passwords, names, dates and keyboard rows guesses this one soon: "password12",
 * "1234567890", "Sommer2026". Takes some 30 ms at most.
 */
export async function isWeakPassword(password: string): Promise<boolean> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return (await loaded).check(password.slice(0, mostJudged)).score < leastScore
}

/** Whether tests run at full length (`npm run test:night`). `npm test` runs a short sample of the same code. */
export const isNight = process.env['TEST_TIER'] === 'night'

/** The value for the tier that runs. */
export function byTier<T>(sizes: { readonly night: T; readonly sample: T }): T {
  return isNight ? sizes.night : sizes.sample
}

/** All cases by night; in a sample the first of each so many. */
export function sampled<Case>(all: readonly Case[], each = 3): Case[] {
  return all.filter((_, index) => isNight || index % each === 0)
}

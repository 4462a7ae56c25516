import { z } from 'zod'

/** A whole number; whatever is wrong with it is said in the same words. */
export function numberWithin(least: number, greatest: number) {
  const error = `must be a number from ${least} to ${greatest}`
  return z.coerce
    .number({ error })
    .refine((value) => Number.isInteger(value) && value >= least && value <= greatest, { error })
}

/** An instant with its zone; one without would mean another time on another machine. */
export function configInstant(example: string) {
  return z.iso
    .datetime({ offset: true, error: `must be an instant like ${example}` })
    .transform((text) => Date.parse(text))
}

/** A list of networks, separated by commas. */
export function networks(example: string, others: readonly (z.ZodIPv4 | z.ZodIPv6)[] = []) {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(
      z.array(
        z.union([z.cidrv4(), z.cidrv6(), ...others], { error: `is not a list of networks like ${example}` }),
      ),
    )
}

/** One of a few words. */
export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` })
}
